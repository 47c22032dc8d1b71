/** One metric of Prometheus' text format, version 0.0.4. */
export interface Metric {
  readonly type: string
  readonly help: string
  readonly samples: readonly Sample[]
}

export interface Sample {
  /** Of a histogram with `_bucket`, `_sum` or `_count`. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const comment = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/
const sample = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (NaN|[+-]?Inf|[-+0-9.eE]+)$/
const label = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\[\\"n])*)"(?:,|$)/

/** Strict: every metric has one help and one type before its samples, and every line is one. Throws otherwise. */
export function parsePrometheus(text: string): ReadonlyMap<string, Metric> {
  const metrics = new Map<string, { type: string; help: string; samples: Sample[] }>()
  let current = ''
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, word, name = '', rest = ''] = comment.exec(line) ?? []
    if (word === 'HELP') {
      if (metrics.has(name)) throw new Error(`told twice: ${name}`)
      metrics.set(name, { type: '', help: rest, samples: [] })
      current = name
    } else if (word === 'TYPE') {
      const metric = metrics.get(name)
      if (metric === undefined || name !== current || metric.type !== '')
        throw new Error(`stray type: ${line}`)
      metric.type = rest
    } else metrics.get(current)?.samples.push(readSample(line, current))
  }
  return metrics
}

function readSample(line: string, metric: string): Sample {
  const [, name, labels = '', value] = sample.exec(line) ?? []
  if (name === undefined || value === undefined) throw new Error(`no sample: ${line}`)
  if (name !== metric && !/^_(bucket|sum|count)$/.test(name.slice(metric.length)))
    throw new Error(`a sample of something else: ${line}`)
  return { name, labels: readLabels(labels), value: Number(value.replace('Inf', 'Infinity')) }
}

function readLabels(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (let rest = text; rest !== ''; ) {
    const [all, name, value] = label.exec(rest) ?? []
    if (all === undefined || name === undefined || value === undefined) throw new Error(`no labels: ${text}`)
    found[name] = value.replace(/\\(.)/g, (_, one) => (one === 'n' ? '\n' : one))
    rest = rest.slice(all.length)
  }
  return found
}

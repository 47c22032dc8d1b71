import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtEntry, ensureBuilt } from '../test/real/built.ts'
import { buildKustomize, writeFiles } from '../test/real/kustomize.ts'
import { renderCase } from '../test/support/kustomize/render-case.ts'
import { type Figure, fastest, notMeasured } from './figure.ts'
import { overlayOf } from './kustomize/input.ts'
import { type Cost, costOf } from './kustomize/process-cost.ts'

/** An overlay over so many objects, by the real kustomize v5.8.1 and by us, from the same files. */
export async function bench(full: boolean): Promise<readonly Figure[]> {
  const binary = await buildKustomize().catch(() => undefined)
  if (binary === undefined) return [absent]
  await ensureBuilt()
  const figures: Figure[] = []
  for (const objects of full ? [10, 1_000, 2_000, 5_000] : [10, 1_000]) {
    figures.push(...(await compare(binary, objects)))
  }
  return figures
}

const absent = notMeasured('kustomize build', 'the real kustomize could not be built, which needs Go')

async function compare(binary: string, objects: number): Promise<readonly Figure[]> {
  const files = overlayOf(objects)
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'))
  try {
    await writeFiles(folder, files)
    await mkdir(join(folder, '.git'))
    const overlay = join(folder, 'overlay')
    const runs = objects > 1_000 ? 1 : 3
    const real = await costOf(binary, ['build', overlay], runs)
    const ours = await costOf(process.execPath, [builtEntry, 'render', overlay], 3)
    const warm = await fastest(Math.max(10, 2_000 / objects), () => renderCase({ files, target: 'overlay' }))
    return [
      ratio(`kustomize build of ${objects} objects, whole commands`, real, ours),
      {
        name: `kustomize build of ${objects} objects, in a warm process`,
        value: real.milliseconds / warm,
        unit: '×',
        detail: `times faster (${milliseconds(real.milliseconds)} against ${milliseconds(warm)})`,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function ratio(name: string, real: Cost, ours: Cost): Figure {
  const of = (cost: Cost) => `${milliseconds(cost.milliseconds)} and ${cost.mebibytes.toFixed(0)} MiB`
  return {
    name,
    value: real.milliseconds / ours.milliseconds,
    unit: '×',
    detail: `times faster (${of(real)} against ${of(ours)})`,
  }
}

function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

interface Unit {
  readonly letter: string
  readonly length: number
}

const [s, m, h, d, y]: readonly [Unit, Unit, Unit, Unit, Unit] = [
  { letter: 's', length: second },
  { letter: 'm', length: minute },
  { letter: 'h', length: hour },
  { letter: 'd', length: day },
  { letter: 'y', length: year },
]

/** Below each limit: the units that are shown. */
const scale: readonly { readonly below: number; readonly units: readonly [Unit, Unit?] }[] = [
  { below: 2 * minute, units: [s] },
  { below: 10 * minute, units: [m, s] },
  { below: 3 * hour, units: [m] },
  { below: 8 * hour, units: [h, m] },
  { below: 2 * day, units: [h] },
  { below: 8 * day, units: [d, h] },
  { below: 2 * year, units: [d] },
  { below: 8 * year, units: [y, d] },
]

/** Milliseconds as `kubectl get` shows them: `76s`, `2m15s`, `5d`. A moment of the future is now. */
export function humanDuration(milliseconds: number): string {
  if (milliseconds <= -2 * second) return '<invalid>'
  const length = Math.max(0, milliseconds)
  const [whole, part] = scale.find(({ below }) => length < below)?.units ?? [y]
  const rest = part === undefined ? 0 : Math.floor((length % whole.length) / part.length)
  const tail = part === undefined || rest === 0 ? '' : `${rest}${part.letter}`
  return `${Math.floor(length / whole.length)}${whole.letter}${tail}`
}

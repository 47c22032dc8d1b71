import type { Figure, Goal } from './figure.ts'

const nameWidth = 66
const valueWidth = 14
const goalWidth = 14

export const head: string = row('what', 'figure', 'goal', 'beside')

export function line({ name, value, unit, goal, detail }: Figure): string {
  const shown = Number.isNaN(value) ? '–' : `${rounded(value)} ${unit}`
  return row(name, shown, goal === undefined ? '' : shownGoal(value, goal), detail)
}

function row(name: string, figure: string, goal: string, detail: string): string {
  return `${name.padEnd(nameWidth)} ${figure.padStart(valueWidth)}  ${goal.padEnd(goalWidth)} ${detail}`.trimEnd()
}

function shownGoal(value: number, goal: Goal): string {
  const [sign, bound, isMet] =
    'most' in goal ? ['≤', goal.most, value <= goal.most] : ['≥', goal.least, value >= goal.least]
  return `${sign} ${bound}${Number.isNaN(value) ? '' : isMet ? ' met' : ' MISSED'}`
}

function rounded(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
}

import type { ObjectComparison } from '../../diff/comparison.ts'
import type { Tone } from './state.tsx'

export const comparedTones: { readonly [kind in ObjectComparison['kind']]: Tone } = {
  inSync: 'ok',
  missing: 'warn',
  drifted: 'warn',
  extraneous: 'warn',
  rejected: 'bad',
  unverified: 'dim',
}

export const comparedWords: { readonly [kind in ObjectComparison['kind']]: string } = {
  inSync: 'In sync',
  missing: 'Missing',
  drifted: 'Differs',
  extraneous: 'Not in Git',
  rejected: 'Would be rejected',
  unverified: 'Not verified',
}

/** Argo CD's words, best to worst; the worst of an application's objects is the application's. */
export const healthStatuses = [
  'Healthy',
  'Suspended',
  'Progressing',
  'Missing',
  'Degraded',
  'Unknown',
] as const

export type HealthStatus = (typeof healthStatuses)[number]

export interface Health {
  readonly status: HealthStatus
  /** Empty when there is nothing to say. */
  readonly message: string
}

import type { Health } from './health.ts'

export function healthy(message = ''): Health {
  return { status: 'Healthy', message }
}

export function progressing(message = ''): Health {
  return { status: 'Progressing', message }
}

export function degraded(message = ''): Health {
  return { status: 'Degraded', message }
}

export function suspended(message = ''): Health {
  return { status: 'Suspended', message }
}

export function unknown(message = ''): Health {
  return { status: 'Unknown', message }
}

import { applicationDrivers } from './drivers/applications.ts'
import { applyDrivers } from './drivers/apply.ts'
import { deletionDrivers } from './drivers/deletions.ts'
import { diffDrivers } from './drivers/diff.ts'
import { directoryDrivers } from './drivers/directories.ts'
import { fieldSetDrivers } from './drivers/field-sets.ts'
import { fluxDrivers } from './drivers/flux.ts'
import { globDrivers } from './drivers/globs.ts'
import { healthDrivers } from './drivers/health.ts'
import { hookDrivers } from './drivers/hooks.ts'
import { kustomizeDrivers } from './drivers/kustomize.ts'
import { managedFieldDrivers } from './drivers/managed-fields.ts'
import { projectDrivers } from './drivers/projects.ts'
import { typedValueDrivers } from './drivers/typed-values.ts'
import { webhookDrivers } from './drivers/webhooks.ts'
import type { Drivers } from './row.ts'

/** By kind of row. A kind that is not here asks for something that does not exist yet. */
export const drivers: Drivers = {
  ...applicationDrivers,
  ...applyDrivers,
  ...deletionDrivers,
  ...diffDrivers,
  ...directoryDrivers,
  ...fieldSetDrivers,
  ...fluxDrivers,
  ...globDrivers,
  ...healthDrivers,
  ...hookDrivers,
  ...kustomizeDrivers,
  ...managedFieldDrivers,
  ...projectDrivers,
  ...typedValueDrivers,
  ...webhookDrivers,
}

import type { ObjectKey } from '../kube/object-key.ts'

/** Why an application may not write an object, and so not see what is live of it; undefined where it may. */
export type Permit = (key: ObjectKey, namespaced: boolean) => string | undefined

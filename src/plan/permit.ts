import type { ObjectKey } from '../kube/object-key.ts'

/** Why an application may not write an object; undefined where it may. */
export type Permit = (key: ObjectKey, namespaced: boolean) => string | undefined

import { syncOptionsAnnotation } from '../kube/annotations.ts'
import { type Annotated, listedIn } from './hook-marks.ts'

/** Where one place says several, the first of these holds: nothing is deleted that one of them keeps. */
const mostCareful = ['false', 'confirm']

/**
 * The value of a sync option, which the first place that names it says: an object before its application, and of an
 * object that is desired and live the desired one first. Source: argo-cd util/resource/annotations.go.
 */
export function syncOption(
  name: string,
  application: readonly string[],
  ...objects: readonly (Annotated | undefined)[]
): string | undefined {
  const places = [...objects.map((object) => (object ? optionsOf(object) : [])), application]
  const named = places.map((options) => valuesOf(name, options)).find((values) => values.length > 0) ?? []
  return mostCareful.find((value) => named.includes(value)) ?? named[0]
}

function valuesOf(name: string, options: readonly string[]): readonly string[] {
  return options
    .filter((option) => option.startsWith(`${name}=`))
    .map((option) => option.slice(name.length + 1))
}

export function optionsOf(object: Annotated): readonly string[] {
  return listedIn(object, syncOptionsAnnotation)
}

import { syncOptionsAnnotation } from '../kube/annotations.ts'
import { type Annotated, listedIn } from './hook-marks.ts'

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
  const named = places.flatMap((options) => options.filter((option) => option.startsWith(`${name}=`)))
  return named[0]?.slice(name.length + 1)
}

export function optionsOf(object: Annotated): readonly string[] {
  return listedIn(object, syncOptionsAnnotation)
}

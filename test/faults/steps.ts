import { declaration, type Files } from '../support/world.ts'
import type { Step } from './play.ts'

/** A push to `main`, and its webhook. */
export function pushes(files: Files): Step {
  return ({ world, commits }) => {
    const commit = world.commit(files)
    commits.push(commit)
    return (instance) => instance.push(commit)
  }
}

/** An application `web` that reads what lies below `apps/web`. */
export function web(files: Files, options: Parameters<typeof declaration>[1] = {}): Files {
  const below = Object.entries(files).map(([path, text]) => [`apps/web/${path}`, text])
  return { 'root/web.yaml': declaration('web', options), ...Object.fromEntries(below) }
}

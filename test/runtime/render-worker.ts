import { renderCase } from '../support/kustomize/render-case.ts'

/** Renders the case that a request brings. */
const worker = {
  async fetch(request: Request): Promise<Response> {
    return Response.json(await renderCase(await request.json()))
  },
}

export default worker

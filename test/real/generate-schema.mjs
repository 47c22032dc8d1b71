// Writes src/kube/builtin-schema.generated.ts.
// node test/real/generate-schema.mjs FOLDER VERSION   (api/openapi-spec/v3 of kubernetes/kubernetes)
// NODE_EXTRA_CA_CERTS=ca.crt TOKEN=... node test/real/generate-schema.mjs https://127.0.0.1:6443   (all kinds served)
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const [, , from, version] = process.argv
if (from === undefined) throw new Error('a folder or an address is missing')
const path = fileURLToPath(new URL('./generate-schema.ts', import.meta.url))
const { generateSchema } = (await runnerImport(path)).module
const text = await generateSchema({ from, version, token: process.env.TOKEN })
writeFileSync(new URL('../../src/kube/builtin-schema.generated.ts', import.meta.url), text)

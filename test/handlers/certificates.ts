import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface KeyPair {
  readonly cert: string
  readonly key: string
}

/** Makes certificates with `openssl`; Node makes keys, and no certificates. */
export interface Authority {
  readonly ca: string
  issue(commonName: string, alternativeNames?: string): KeyPair
  remove(): void
}

/** Whether `openssl` is on this machine. */
export function canMakeCertificates(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export function makeAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-ca-'))
  const file = (name: string): string => join(folder, name)
  const openssl = (...words: readonly string[]): void => {
    execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' })
  }
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.crt', '-days', '2', '-subj', '/CN=ca')
  return {
    ca: readFileSync(file('ca.crt'), 'utf8'),
    issue(commonName, alternativeNames) {
      openssl('req', ...newKey, '-keyout', 'one.key', '-out', 'one.csr', '-subj', `/CN=${commonName}`)
      const extensions = alternativeNames === undefined ? '' : `subjectAltName=${alternativeNames}\n`
      writeFileSync(file('one.ext'), extensions)
      const signer = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial']
      openssl(
        'x509',
        '-req',
        '-in',
        'one.csr',
        ...signer,
        '-out',
        'one.crt',
        '-days',
        '1',
        '-extfile',
        'one.ext',
      )
      return { cert: readFileSync(file('one.crt'), 'utf8'), key: readFileSync(file('one.key'), 'utf8') }
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

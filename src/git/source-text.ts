import { SourceError } from './source-error.ts'

const lfsPointer = /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\r?\n/

/** A file that stands in for a Git LFS object has none of its content. */
export function refuseLfsPointer(path: string, bytes: Uint8Array): void {
  if (bytes.length < 1024 && lfsPointer.test(new TextDecoder().decode(bytes))) {
    throw new SourceError('lfs-pointer', path, 'is a Git LFS pointer; keep it out of Git LFS')
  }
}

/** A byte order mark is kept. */
export function decodeText(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new SourceError('not-utf8', path, 'is not valid UTF-8; save it as UTF-8')
  }
}

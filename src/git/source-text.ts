import { SourceError } from './source-error.ts'

const lfsPointer = /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\r?\n/

/** The text of a file. A byte order mark is kept; what is not UTF-8 or stands in for a Git LFS object is refused. */
export function sourceText(path: string, bytes: Uint8Array): string {
  const text = decodeText(path, bytes)
  if (bytes.length < 1024 && lfsPointer.test(text)) {
    throw new SourceError('lfs-pointer', path, 'is a Git LFS pointer; keep manifests out of Git LFS')
  }
  return text
}

export function decodeText(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new SourceError('not-utf8', path, 'is not valid UTF-8; save it as UTF-8')
  }
}

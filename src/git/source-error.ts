import { PlumblineError } from '../errors.ts'

export type SourceErrorCode =
  | 'missing'
  | 'not-a-file'
  | 'not-a-directory'
  | 'symlink-leaves'
  | 'symlink-loop'
  | 'submodule'
  | 'lfs-pointer'
  | 'not-utf8'
  | 'too-large'
  | 'bad-path'
  /** Of files on a disk: no permission, or gone while it is read. */
  | 'unreadable'

/** A path of the repository cannot be used. `subject.file` is the path that was asked for; its author can help. */
export class SourceError extends PlumblineError<SourceErrorCode> {
  constructor(code: SourceErrorCode, path: string, what: string) {
    const file = path === '' ? '.' : path
    super(code, `${file}: ${what}`, { subject: { file }, turn: 'author', retryable: false })
  }
}

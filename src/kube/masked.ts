/**
 * A live value that must not be seen: what is left of it is a keyed digest, enough to tell equal from changed.
 * It is a class with a private field so that it fits no JSON type: the apply path cannot accept it.
 */
export class Masked {
  readonly #digest: string

  constructor(digest: string) {
    this.#digest = digest
  }

  equals(other: Masked): boolean {
    return this.#digest === other.#digest
  }

  toString(): string {
    return '(masked)'
  }

  toJSON(): string {
    return '(masked)'
  }
}

/** Turns a secret value into its mask. Keyed by a random key of the process, so a mask cannot be guessed back. */
export type Mask = (value: string) => Masked

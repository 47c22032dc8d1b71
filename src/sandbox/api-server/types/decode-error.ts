/** A body that does not fit its Go type, in the words of Go's JSON decoder. */
export class DecodeError extends Error {}

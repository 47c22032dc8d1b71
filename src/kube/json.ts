export type JsonScalar = string | number | boolean | null
export type Json = JsonScalar | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

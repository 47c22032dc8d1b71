export interface CheckOptions {
  /** Where Git hosts reach us, `https://plumbline.example.com`; absent: any address may be ours. */
  readonly publicUrl?: string
}

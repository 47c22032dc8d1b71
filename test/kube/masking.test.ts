import { expect, test } from 'vitest'
import { lastAppliedAnnotation } from '../../src/kube/annotations.ts'
import type { LiveObject } from '../../src/kube/manifest.ts'
import { Masked } from '../../src/kube/masked.ts'
import { maskerOf, maskLive } from '../../src/kube/masking.ts'

const mask = maskerOf(new Uint8Array(32).fill(7))
const canary = 'Y2FuYXJ5'

function secret(value: string): LiveObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'db', annotations: { [lastAppliedAnnotation]: `{"data":{"password":"${value}"}}` } },
    data: { password: value },
    stringData: { other: value },
  }
}

test('no value of a Secret is left in what is printed', () => {
  const printed = JSON.stringify(maskLive(secret(canary), mask))

  expect(printed).not.toContain(canary)
  expect(printed).toContain('password')
})

test('equal values have equal masks, others not', () => {
  const [a, b, c] = [canary, canary, 'b3RoZXI='].map((value) => {
    const { data } = maskLive(secret(value), mask)
    return typeof data === 'object' && data !== null && 'password' in data ? data.password : undefined
  })

  expect(a instanceof Masked && b instanceof Masked && a.equals(b)).toBe(true)
  expect(a instanceof Masked && c instanceof Masked && a.equals(c)).toBe(false)
})

test('masking twice is masking once', () => {
  const once = maskLive(secret(canary), mask)

  expect(maskLive(once, mask)).toEqual(once)
})

test('other kinds keep their data, and lose only what client-side apply remembers', () => {
  const map: LiveObject = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'c', annotations: { [lastAppliedAnnotation]: '{}', note: 'kept' } },
    data: { a: 'b' },
  }

  const { data, metadata } = maskLive(map, mask)

  expect(data).toEqual({ a: 'b' })
  expect(metadata.annotations?.note).toBe('kept')
  expect(metadata.annotations?.[lastAppliedAnnotation]).toBeInstanceOf(Masked)
})

test('a Secret of another group is not a Secret', () => {
  const other: LiveObject = {
    apiVersion: 'example.com/v1',
    kind: 'Secret',
    metadata: { name: 's' },
    data: { a: 'b' },
  }

  expect(maskLive(other, mask)).toEqual(other)
})

test('an annotation of a Secret that quotes a value is masked as well, one that other programs read is not', () => {
  const annotations = {
    note: 'the password is correct horse',
    encoded: `kept as ${btoa('correct horse')}`,
    plain: 'ask the owner',
    'argocd.argoproj.io/tracking-id': 'web:/Secret:shop/correct horse',
  }
  const { metadata } = maskLive(
    {
      ...secret(btoa('correct horse')),
      metadata: { name: 'db', annotations },
    },
    mask,
  )

  expect(JSON.parse(JSON.stringify(metadata.annotations))).toEqual({
    ...annotations,
    note: '(masked)',
    encoded: '(masked)',
  })
})

test('what cannot be a key may be a value in its place, and is not shown', () => {
  const masked = maskLive({ ...secret(canary), stringData: { 'correct horse': '', 'tls.key': 'x' } }, mask)

  expect(JSON.parse(JSON.stringify(masked.stringData))).toEqual({
    '(no key)': '(masked)',
    'tls.key': '(masked)',
  })
})

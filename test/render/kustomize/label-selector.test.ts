import { expect, test } from 'vitest'
import { parseLabelSelector } from '../../../src/render/kustomize/label-selector.ts'

const labels = { app: 'web', tier: 'front', replicas: '3', 'example.com/team': 'shop' }

test.each([
  ['app=web', true],
  ['app==web', true],
  ['app=api', false],
  ['app!=api', true],
  ['missing!=x', true],
  ['app in (api, web)', true],
  ['app in (api)', false],
  ['app notin (api)', true],
  ['missing notin (a)', true],
  ['app', true],
  ['!app', false],
  ['! missing', true],
  ['replicas>2', true],
  ['replicas < 3', false],
  ['app > 1', false],
  ['example.com/team=shop,app', true],
  ['app=web,tier in (back,side)', false],
  ['', true],
])('%s', (text, expected) => {
  expect(parseLabelSelector(text)?.(labels)).toBe(expected)
})

test.each(['app in web', '=x', 'a b', 'app=(x)', 'app>x', '!app=x', 'a,', 'app in (a'])(
  '%s is malformed',
  (text) => {
    expect(parseLabelSelector(text)).toBeUndefined()
  },
)

import { expect, test } from 'vitest'
import { previewComment } from '../../../src/report/comment/preview-comment.ts'
import { shopPreview } from './shop-preview.ts'

test('a whole comment reads as this file shows', async () => {
  const earlier = previewComment(
    { ...shopPreview, at: '2026-11-29T16:30:00Z', applications: [] },
    { version: '0.2.0' },
  )

  const comment = previewComment(shopPreview, { version: '0.2.0', previous: earlier })

  await expect(comment).toMatchFileSnapshot('shop-preview.md')
})

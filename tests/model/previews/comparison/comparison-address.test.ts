import { describe, expect, test } from 'vitest'

import { addressOf, viewIn } from '../../../../machines/previews/board/board-address'
import { comparisonAddressOf, comparisonIn } from '../../../../machines/previews/comparison/comparison-address'
import { comparedPair, comparedText } from '../../../../machines/files/compared-files'

describe('the URL of a comparison', () => {
  test('contains the chosen entry and the share, beside the view of the board', () => {
    const view = { at: { x: 1, y: 2, width: 3 }, isFlipped: false, hidden: ['In1.Cu'], nets: ['A*B'] }
    const comparison = { entryId: 'Nets changed A*B%/é', share: 80 }
    const address = `${addressOf(view)}*${comparisonAddressOf(comparison)}`
    expect(viewIn(address)).toEqual(view)
    expect(comparisonIn(address)).toEqual(comparison)
  })

  test('is empty for what is shown first, and ignores what it does not understand', () => {
    expect(comparisonAddressOf({ entryId: null, share: 50 })).toBe('')
    for (const address of ['', 'entry-*share-x', 'entry-%E0%A4%A', 'share-']) {
      expect(comparisonIn(address)).toEqual({ entryId: null, share: 50 })
    }
    expect(comparisonIn('share-999').share).toBe(100)
  })
})

describe('the compared files', () => {
  const choices = [{ id: 'new' }, { id: 'middle' }, { id: 'old' }]

  test('are at first the current revision and the one before', () => {
    expect(comparedPair('previous', 'new', choices)).toEqual({ before: 'middle', after: 'new' })
    // After an earlier revision was restored, the current one is not the newest.
    expect(comparedPair('previous', 'old', choices)).toEqual({ before: 'new', after: 'old' })
    expect(comparedPair('previous', 'new', [{ id: 'new' }])).toEqual({ before: null, after: 'new' })
  })

  test('are named by the URL, the later one only if it is not the open file', () => {
    expect(comparedText('old', 'new', 'new')).toBe('old')
    expect(comparedPair('old', 'new', choices)).toEqual({ before: 'old', after: 'new' })
    expect(comparedPair(comparedText('new', 'old', 'new'), 'new', choices)).toEqual({ before: 'new', after: 'old' })
  })
})

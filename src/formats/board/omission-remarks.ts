import { counted } from '../counted'

/** The remark about features that would remove copper. */
export const erasingRemark = (count: number) =>
  `${counted(count, 'feature')} of negative polarity ${areNotDrawn(count)}. The copper that ${count === 1 ? 'it removes' : 'they remove'} is shown.`

/** The remark about texts on copper layers. */
export const textsRemark = (count: number) => `${counted(count, 'text')} on copper layers ${areNotDrawn(count)}.`

/** The remark about shapes and slots beyond the limits of a drawing. */
export const tooManyRemark = 'Some shapes or slots are not drawn, because together they have too many points or parts.'

/** The verb for a number of omitted items: "is not drawn" or "are not drawn". */
export const areNotDrawn = (count: number) => (count === 1 ? 'is not drawn' : 'are not drawn')

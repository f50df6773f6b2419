import { chakra } from '@chakra-ui/react/styled-system'

/** A button that opens the browser's file dialog. public/before-app.js receives the file. */
export const BoardFileButton = ({ label }: { label: string }) => (
  <Label>
    {label}
    <input type="file" data-board-input="" />
  </Label>
)

const Label = chakra('label', {
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    minH: '10',
    px: '4',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'l2',
    bg: 'bg.panel',
    textStyle: 'sm',
    fontWeight: 'medium',
    overflow: 'hidden',
    cursor: 'pointer',
    _focusWithin: { outline: '2px solid {colors.primary.focusRing}', outlineOffset: '2px' },
    '@media (pointer: coarse)': { minH: '12' },
    '& input': {
      position: 'absolute',
      inset: '0',
      w: 'full',
      h: 'full',
      opacity: '0',
      cursor: 'pointer',
      fontSize: '0',
    },
  },
})

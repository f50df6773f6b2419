import { chakra } from '@chakra-ui/react/styled-system'
import { mdiTrayArrowUp } from '@mdi/js'
import { Link } from '@tanstack/react-router'

import { pricing } from '../../content/pricing'
import { Icon } from '../../ui/icon'

/**
 * The area where a visitor drops or chooses a board. It has no code of its own: public/before-app.js keeps the file and
 * has the page's code loaded, and given-files.ts passes the file on.
 */
export function BoardDrop() {
  const { zone } = pricing
  return (
    <Zone data-board-zone="" aria-label={zone.title}>
      <span className="icon">
        <Icon path={mdiTrayArrowUp} size="32px" />
      </span>
      <p className="title">{zone.title}</p>
      <p>{zone.text}</p>
      <label data-needs-script="">
        {zone.choose}
        <input type="file" data-board-input="" />
      </label>
      <p role="status" data-board-status="" />
      <p className="promise">{zone.promise}</p>
      <p className="promise" data-needs-script="">
        {zone.noBoard}{' '}
        <Link to="/price" search={{ board: 'sample' }}>
          {zone.sample}
        </Link>{' '}
        {zone.or} <Link to="/sample-report">{zone.report}</Link>.
      </p>
      <noscript>
        <p>{zone.script}</p>
      </noscript>
    </Zone>
  )
}

const Zone = chakra('form', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    gap: '2',
    px: '6',
    py: { base: '8', md: '10' },
    textAlign: 'center',
    bg: 'bg.panel',
    borderWidth: '2px',
    borderStyle: 'dashed',
    borderColor: 'border.control',
    borderRadius: 'xl',
    color: 'fg.muted',
    '&[data-over]': { borderColor: 'primary.solid', borderStyle: 'solid', bg: 'bg.subtle' },
    '& .icon': { color: 'primary.fg' },
    '& .title': { textStyle: 'xl', fontWeight: 'semibold', color: 'fg' },
    '& .promise': { textStyle: 'sm', textWrap: 'balance' },
    '& a': { textDecoration: 'underline', color: 'fg' },
    '& label': {
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      minH: '12',
      px: '7',
      my: '2',
      borderRadius: 'l2',
      bg: 'primary.solid',
      color: 'primary.contrast',
      fontWeight: 'medium',
      cursor: 'pointer',
      overflow: 'hidden',
    },
    '& label:hover': { bg: 'primary.solid/90' },
    '& label:focus-within': { outline: '2px solid {colors.primary.focusRing}', outlineOffset: '2px' },
    // Covers the label, so that the browser shows where a file can be dropped, and tests can click the input itself.
    '& input': {
      position: 'absolute',
      inset: '0',
      opacity: '0',
      cursor: 'pointer',
      w: 'full',
      h: 'full',
      fontSize: '0',
    },
    '& [role=status]:empty': { display: 'none' },
    '@media (forced-colors: active)': { '& label': { border: '1px solid ButtonBorder' } },
  },
})

import { renderToStaticMarkup } from 'react-dom/server'

import { brand } from '../../content/brand'
import { hero } from '../../content/hero'
import { previewDrawings } from '../../content/page-descriptions'
import { light } from '../../ui/theme/colors'
import { BoardArtwork, boardColors } from './board-drawing'
import { eyeMask, waveforms } from './eye'
import { curve, linear } from './plot'

/** Returns the width of a string in pixels. */
export type Measure = (text: string, font: Font) => number
export type Font = { size: number; weight: 400 | 600; spacing: number }

type Picture = { title: string; text: string; drawing: keyof typeof previewDrawings; measure: Measure }

const width = 520
const left = 64
/** A title that would need more than two lines in the large font uses the small one. */
const titleFonts: Record<'large' | 'small', Font> = {
  large: { size: 60, weight: 600, spacing: -1.8 },
  small: { size: 50, weight: 600, spacing: -1.5 },
}
const textFont: Font = { size: 25, weight: 400, spacing: 0 }

/**
 * The picture that link previews of a page show: its title and text beside a drawing. It is an SVG of 1200 x 630
 * pixels.
 */
export function previewPicture({ title, text, drawing, measure }: Picture): { svg: string; alt: string } {
  const titleFont = linesOf(title, titleFonts.large, measure).length > 2 ? titleFonts.small : titleFonts.large
  const titleLines = linesOf(title, titleFont, measure)
  const textLines = linesOf(text, textFont, measure)
  const [titleStep, textStep] = [titleFont.size * 1.1, 37]
  const textOffset = 32 + titleLines.length * titleStep
  // The text is centered in the space below the logo.
  const top = 140 + (630 - 140 - textOffset - textLines.length * textStep) / 2
  const picture = (
    <svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" fontFamily="Geist">
      <rect width="1200" height="630" fill={light.bg.subtle} />
      <Mark />
      <text x={left + 56} y="107" fontSize="28" fontWeight="600" letterSpacing="-0.4" fill={light.fg.base}>
        {brand.name}
      </text>
      <text x={left} y={top} fontFamily="Geist Mono" fontSize="19" fill={light.palettes.accent.fg}>
        {hero.legend}
      </text>
      {titleLines.map((line, n) => (
        <text
          key={line}
          x={left - 3}
          y={top + 12 + (n + 1) * titleStep}
          {...attributes(titleFont)}
          fill={light.fg.base}
        >
          {line}
        </text>
      ))}
      {textLines.map((line, n) => (
        <text
          key={line}
          x={left}
          y={top + textOffset + (n + 1) * textStep}
          {...attributes(textFont)}
          fill={light.fg.muted}
        >
          {line}
        </text>
      ))}
      <svg x="606" y="75" width="530" height="480" viewBox="0 0 640 580" fontFamily="Geist Mono" fill="none">
        {drawing === 'board' ? <BoardArtwork /> : <EyeArtwork />}
      </svg>
    </svg>
  )
  return {
    // Removes the dashes with which an animation draws the traces. They are as long as the path, but the picture's
    // renderer does not scale dashes to the path length.
    svg: renderToStaticMarkup(picture).replaceAll(/ (?:pathLength|stroke-dasharray)="1"/g, ''),
    alt: `${brand.name}: “${title}”, beside ${previewDrawings[drawing]}`,
  }
}

const attributes = ({ size, weight, spacing }: Font) => ({ fontSize: size, fontWeight: weight, letterSpacing: spacing })

/** Breaks text into lines of at most `width` pixels. */
function linesOf(text: string, font: Font, measure: Measure): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = [...lines.slice(-1), word].join(' ')
    if (lines.length > 0 && measure(longer, font) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** The logo, in the colors of the header. */
const Mark = () => (
  <g transform={`translate(${left - 3} 77) scale(1.25)`} fill="none" strokeWidth="3" strokeLinecap="round">
    <path
      d="M3 5H6.5L12 10.8M29 5H25.5L20 10.8M16 22.5V29"
      stroke={light.palettes.primary.solid}
      strokeLinejoin="round"
    />
    <circle cx="16" cy="15.5" r="6" stroke={light.palettes.accent.solid} />
  </g>
)

const x = linear(0, 2, 28, 612)
const y = linear(-0.2, 1.2, 552, 28)
const eyeLines = waveforms(96).map((line) => curve(line.map(([t, level]) => [x(t), y(level)] as const)))
/** An eye diagram in the colors of the board. */
const EyeArtwork = () => (
  <>
    <rect width="640" height="580" rx="18" fill={boardColors.mask} />
    <path d={`M28 ${y(0.5)}H612M${x(1.03)} 28V552`} stroke={boardColors.copper} strokeWidth="2" strokeDasharray="4 8" />
    <g stroke={boardColors.signal} strokeWidth="2.4" strokeLinejoin="round" strokeOpacity="0.62">
      {eyeLines.map((line, n) => (
        <path key={n} d={line} />
      ))}
    </g>
    <path
      d={`${curve(eyeMask.map(([t, level]) => [x(t), y(level)] as const))}Z`}
      fill={boardColors.silk}
      fillOpacity="0.18"
      stroke={boardColors.silk}
      strokeWidth="2.5"
    />
  </>
)

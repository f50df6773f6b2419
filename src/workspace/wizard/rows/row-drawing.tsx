import { chakra } from '@chakra-ui/react/styled-system'

/** Two traces that stay parallel through a bend. */
const pairPaths = ['M2 11 H22 L32 21 H62', 'M2 16 H20 L30 26 H62']
const clockPath = 'M2 31 h8 v-5 h8 v5 h8 v-5 h8 v5 h8'

/** The x coordinates of the capacitors between a rail and ground. */
const capacitors = [14, 30, 46]
const capacitorPath = (x: number) => `M${x} 10 v7 m-4 0 h8 m-8 3 h8 m-4 0 v7`

/**
 * Illustrates what a row simulates: a differential pair with or without a clock signal, or a rail, with capacitors to
 * ground or, for direct current, with the voltage drop along it.
 */
export function RowDrawing({ kind }: { kind: 'clocked pair' | 'pair' | 'rail' | 'drop' }) {
  return (
    <chakra.svg viewBox="0 0 64 36" w="16" h="9" flexShrink="0" aria-hidden fill="none" strokeWidth="2" hideBelow="md">
      {kind === 'clocked pair' || kind === 'pair' ? (
        <>
          {pairPaths.map((path) => (
            <chakra.path key={path} d={path} stroke="secondary.solid" />
          ))}
          {kind === 'clocked pair' && <chakra.path d={clockPath} stroke="primary.solid" strokeWidth="1.5" />}
        </>
      ) : (
        <>
          <chakra.path d={kind === 'rail' ? 'M2 10 H62' : 'M2 6 C 22 7, 36 12, 62 14'} stroke="secondary.solid" />
          <chakra.path d="M2 29 H62" stroke="fg.subtle" />
          {kind === 'rail' &&
            capacitors.map((x) => (
              <chakra.path key={x} d={capacitorPath(x)} stroke="primary.solid" strokeWidth="1.5" />
            ))}
        </>
      )}
    </chakra.svg>
  )
}

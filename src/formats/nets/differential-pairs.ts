import type { Net } from '../net'
import { isGroundName, isPowerName } from '../net-words'
import { signalNames } from '../signal-names'

/** Two nets that carry one differential signal, with the name they share. */
export interface DifferentialPair {
  name: string
  positive: string
  negative: string
}

interface Polarity {
  /** Splits the name of a positive net into prefix, polarity and suffix. */
  find: RegExp
  /** Maps each positive polarity to its negative counterpart. */
  negative: ReadonlyMap<string, string>
}

const polarity = (find: RegExp, ...signs: [positive: string, negative: string][]): Polarity => ({
  find,
  negative: new Map(signs.flatMap(([p, n]) => [[p.toLowerCase(), n.toLowerCase()] as const, [p, n] as const])),
})

/** Naming conventions of differential pairs, most reliable first. Each net belongs to at most one pair. */
const polarities = [
  // USB_D+, D+_R, SSTX+1, MDI+[0]
  polarity(/^(.*\S)(\+)((?:[_.\d[<(].*)?)$/, ['+', '-']),
  // CLK_P and CLK_N or CLK_M, CLK.POS, CLK_T and CLK_C
  polarity(/^(.+[_.\-/])(P|POS|PLUS)()$/i, ['P', 'N'], ['POS', 'NEG'], ['PLUS', 'MINUS']),
  polarity(/^(.+[_.\-/])(P)()$/i, ['P', 'M']),
  polarity(/^(.+[_.\-/])(T)((?:[\d[<(].*)?)$/i, ['T', 'C']),
  // DQS0_T_A and DQS0_C_A: the channel of a low-power memory comes last.
  polarity(/^(.*(?:DQS|WCK|CK)\d*_)(T)(_[A-D])$/i, ['T', 'C']),
  // CAN_H and CAN_L, REFCLK_H and REFCLK_L
  polarity(/^(.*(?:CAN\d*|CLK\d*|CK\d*|DQS\d*)_?)(H)((?:\d.*)?)$/i, ['H', 'L']),
  // CK0 and CK0#, DQS1 and DQS1_N or DQS1_B
  ...['#', '_N', '_n', '_B', '_b'].map((mark) => polarity(/^(.*(?:CLK|CK|DQS)\d*)()()$/i, ['', mark])),
  // TX0P, and USB_DP and USB_DM
  polarity(/^(.+[A-Z\d]|D)(P)()$/i, ['P', 'N']),
  polarity(/^(.*D)(P)()$/i, ['P', 'M']),
  // CLK_P_R, USB_DP_1, LANE_P0, CSI_DP0
  polarity(/^(.+[_.\-/]D?)(P)([\d_.\-/[<(].*)$/i, ['P', 'N']),
  polarity(/^(.+[_.\-/]D?)(P)([\d_.\-/[<(].*)$/i, ['P', 'M']),
  // PERp0, SSTXP1, TRDP<0>
  polarity(/^(.*[A-Z\d])(P)([\d[<(][\d\])>]*)$/i, ['P', 'N']),
  polarity(/^((?:.*[_.\-/])?(?:TX|RX|CLK|CK|DQS|D|LANE)\d*)(P)((?:\d+|[_.\-/]).*)$/i, ['P', 'N']),
  polarity(/^((?:.*[_.\-/])?D)(P)((?:\d+|[_.\-/]).*)$/i, ['P', 'M']),
  // USB3DN_TXDP1 and USB3DN_TXDM1
  polarity(/^(.*D)(P)(\d+)$/i, ['P', 'M']),
]

/**
 * Finds the differential pairs, in file order, by the names of the nets. An automatic name is replaced by the name that
 * `signalNames` finds for the net, if there is one.
 */
export function differentialPairs(nets: Net[]): DifferentialPair[] {
  const names = signalNames(nets)
  const nameOf = new Map(nets.map(({ name }) => [names.get(name) ?? name, name]))
  const found = pairsOf([...nameOf.keys()])
  return found.map(({ name, positive, negative }) => ({
    name,
    positive: nameOf.get(positive) ?? positive,
    negative: nameOf.get(negative) ?? negative,
  }))
}

function pairsOf(nets: string[]): DifferentialPair[] {
  const free = new Set(nets)
  const found = new Map<string, DifferentialPair>()
  for (const { find, negative } of polarities) {
    for (const positive of nets) {
      if (!free.has(positive)) continue
      const [, before, sign, after] = find.exec(positive) ?? []
      if (before === undefined || sign === undefined || after === undefined) continue
      const other = `${before}${negative.get(sign) ?? ''}${after}`
      if (other === positive || !free.has(other) || isGroundName(positive)) continue
      // VCCP/VCCN, V+/V- and 12V+/12V- are separate supplies, not pairs.
      if (isPowerName(positive) || (sign === '+' && isPowerName(before))) continue
      free.delete(positive)
      free.delete(other)
      found.set(positive, { name: `${before.replace(/[_.\-/]$/, '')}${after}`, positive, negative: other })
    }
  }
  return nets.flatMap((name) => found.get(name) ?? [])
}

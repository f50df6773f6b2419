/**
 * Words in net names that distinguish supplies and grounds from signals. A sheet path, as in `/PSU/GND`, is ignored.
 */

/** Signals that monitor or control a supply, although they are named after it: VDD_EN, 3V3_PG, GND_SENSE. */
const control =
  /^(?:[A-Z]*SENSE[PN]?|[VI]?SNS|V?REF[A-Z]*|ID|KELVIN|(?:V[A-Z]+)?EN\d*|ENABLE|PG\d*|PGOOD|PWRGD|PWROK|GOOD|OK|[A-Z]*FB|MON|ISET|PEN|SOFT|[A-Z]*DET|DETECT|VALID|FAULT|FLT|ALERT|OCP?|ILIM|RST|RESET|IRQ|NC|BTN|KEY|SDA|SCL|DIV|ADJ|COMP|BOOT|BST|PHASE|VID\d*)$/

/** Words for signals that can also name the purpose of a supply: VDD_CLK and 3V3_LED are rails, UART_TX_1V8 is not. */
const signal =
  /^(?:INT\d*|CTRL|SEL|ON|OFF|ADC\d*|LED\d*|CLK\d*|[A-Z]?CLK|TXD?\d*|RXD?\d*|UART\d*|CS\d*|MISO|MOSI|SCK|SPI\d*|I2C\d*|GPIO\d*|IO\d+|D\d+|DATA\d*|A\d+|CMD|SW|LX|PWM\d*|BUTTON|[HV]SYNC|CEC|HPD|TACH)$/

const ground = /^(?:[A-Z]{0,4}GND(?!DET|SNS|FB)[A-Z]{0,4}\d*|GROUND|[ADPC]?VSS[A-Z]{0,3}\d*|0V0?|EARTH|CHASSIS|SHIELD)$/

/** Names of rails: VCC, AVDD, MGTAVCC, VDD3V3, VDDQ; VBUS, VIN, VCORE, VDIMM; +VTT, +BATT; PWR, BATT. */
const rails = [
  /^[+-]?[A-Z]{0,5}V(?:CC|DD|TT)[A-Z]{0,8}\d*(?:V\d+)?[A-Z]?$/,
  /^[+-]?[ADPS]?V(?:EE|PP|BAT|BUS(?!Y)|IN|OUT|SYS|CORE|IO|AA|CONN|DIMM|MEM|RAM|CPU|GPU|SOC|NN|PLL|LDO|SUP|MOT|MAIN|PWR|DRV|LED|RTC|SB|STBY|USB|ANA|DIG|REG|AUX|RF|PH|CAM|LCD|CHG|POS|NEG)(?:[A-Z]{0,3}\d*|PLY)$/,
  /^\+[A-Z][A-Z\d.]*$/,
  /^(?:PWR\d*|PP[A-Z]{3,}|B?BATT?|V[MS])$/,
]

/** Complete names of rails. As the last word of a longer name, such as ENC_B+, they would be part of a pair. */
const railName = /^(?:BATT?\+|[BV]\+|V-)$/

/** Voltages: 3V3, +1.8V, -12V, +3VSB, P5V0; V1P8, +V1P8S, P3P3V; +5; V3.3. */
const voltages = [
  /^[+-]?[A-Z]{0,3}\d+(?:\.\d+)?V\d*[A-Z]{0,6}\d?$/,
  /^[+-]?P{0,2}V?\d+P\d+(?:V[A-Z]{0,3}|(?<=V\d+P\d+)[A-Z]{0,4})$/,
  /^[+-]\d+(?:\.\d+)?$/,
  /^[+-]?V\d+\.\d+$/,
]

/** Names that a CAD tool generates: Net-(R1-Pad2), NetC12_1, N$12, N0012345, UNNAMED_3_CAP_I12_A, $$$1234, Net 12. */
const generated = /^(?:Net-\(|unconnected-|Net[A-Z]+\d+_\w+$|N\$?\d+$|UNNAMED_|\$|Net ?\d+$)/

export const isGeneratedName = (name: string) => generated.test(name)

/** Splits a name into its words. A sign before a number is part of the number. */
function wordsOf(name: string): string[] {
  // KiCad writes the bar over an inverted signal as ~{RESET}. The bar is not part of a word.
  const leaf = name
    .slice(name.lastIndexOf('/') + 1)
    .replaceAll(/[~{}]/g, '')
    .toUpperCase()
  return leaf.split(/[_\s]|-(?!\d|$)|(?<!\d)\.|\.(?!\d)/).filter(Boolean)
}

/** Whether the name of a net suggests a ground. */
export function isGroundName(name: string): boolean {
  const words = isGeneratedName(name) ? [] : wordsOf(name)
  return words.some((word) => ground.test(word)) && !words.some((word) => control.test(word))
}

/**
 * How clearly a name identifies a supply: `rail` if it names one, `likely` if a voltage follows another word (PLL_1V8,
 * BRAKE_24V), `maybe` if it also names a signal (UART_TX_1V8, VDD_CLK), `no` if it names only a signal, or a signal
 * that monitors or controls a supply (VDD_EN), and `unknown` if it gives no clue.
 */
export function railOf(name: string): 'rail' | 'likely' | 'maybe' | 'no' | 'unknown' {
  if (isGeneratedName(name)) return 'unknown'
  const words = wordsOf(name)
  if (railName.test(words.join('_'))) return 'rail'
  if (words.some((word) => control.test(word))) return 'no'
  const isSignal = words.some((word) => signal.test(word))
  const isRail = words.some((word) => rails.some((rail) => rail.test(word)))
  const voltage = words.findIndex((word) => voltages.some((one) => one.test(word)))
  if (!isRail && voltage < 0) return isSignal ? 'no' : 'unknown'
  if (isSignal) return 'maybe'
  return isRail || voltage === 0 ? 'rail' : 'likely'
}

/** Whether the name of a net suggests a supply. */
export const isPowerName = (name: string) => ['rail', 'likely'].includes(railOf(name))

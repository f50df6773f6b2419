import { eachLine } from '../source-text'

/** A net of the design data. Its index in the list is the number to which components refer. */
export interface OdbDesignNet {
  name: string
}

/** The data of the design tool (eda/data): the nets, and the net of each feature. */
export class OdbDesign {
  readonly nets: OdbDesignNet[] = []
  /** The number of the net of each feature, by its layer and its number. */
  readonly #featureNets = new Map<string, number>()

  constructor(text: string) {
    let layers: string[] = []
    let isInNet = false
    eachLine(text, (raw) => {
      const words = raw.trim().split(/\s+/)
      if (words[0] === 'LYR') layers = words.slice(1).map((name) => name.toLowerCase())
      else if (words[0] === 'NET') {
        isInNet = true
        this.nets.push({ name: (words[1] ?? '').split(';')[0] ?? '' })
      } else if (words[0] === 'PKG') isInNet = false
      else if (words[0] === 'FID' && isInNet) {
        this.#featureNets.set(`${layers[Number(words[2])]} ${words[3]}`, this.nets.length - 1)
      }
      return true
    })
  }

  /** The name of the net of a feature; undefined if the design data do not list the feature. */
  netOf(layer: string, feature: number): string | undefined {
    return this.nets[this.#featureNets.get(`${layer} ${feature}`) ?? -1]?.name
  }
}

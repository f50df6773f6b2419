import { eachLine } from '../source-text'
import { type OdbAttribute, OdbAttributeTable, type OdbDefinitions } from './odb-attributes'

/** A net of the design data. Components refer to it by its index in the list of nets. */
export interface OdbDesignNet {
  name: string
  /** The attributes and properties of the net. */
  attributes: OdbAttribute[]
}

/** The data of the design tool (eda/data): the nets, and the net of each feature. */
export class OdbDesign {
  readonly nets: OdbDesignNet[] = []
  /** The index of the net of each feature, by the layer and the number of the feature. */
  readonly #featureNets = new Map<string, number>()

  constructor(text: string, definitions: OdbDefinitions) {
    const table = new OdbAttributeTable(definitions)
    let layers: string[] = []
    let isInNet = false
    /** The net to which property lines apply; null after the first line about a part of the net. */
    let described: OdbDesignNet | null = null
    eachLine(text, (raw) => {
      const line = raw.trim()
      if (line === '' || table.take(line) || line.startsWith('#')) return true
      const words = line.split(/\s+/)
      if (words[0] === 'PRP') {
        const [, name, value] = /^PRP\s+(\S+)\s+'([^']*)'/.exec(line) ?? []
        if (name !== undefined && value !== undefined) described?.attributes.push([name, value])
        return true
      }
      described = null
      if (words[0] === 'LYR') layers = words.slice(1).map((name) => name.toLowerCase())
      else if (words[0] === 'NET') {
        isInNet = true
        const [, list = ''] = line.split(';')
        described = { name: (words[1] ?? '').split(';')[0] ?? '', attributes: table.in(list) }
        this.nets.push(described)
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

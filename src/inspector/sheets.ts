import type { Arrow } from './outline'

/** An element of a chart, as plain data: the page makes its own elements from it, so that no markup is ever parsed there. */
export type Shape = { tag: string; attributes: Record<string, string>; children: (Shape | string)[] }

/** A drawn chart. What stands for a state carries `data-state`, what stands for an arrow `data-arrow` with its number. */
export type Drawing = { width: number; height: number; shapes: Shape[] }

/** Values of the right shape, made from the types of a machine, for the simulation to begin with. */
export type Samples = {
  input: unknown
  /** By the event's type; for an invoked actor's done event the answer stands in `output`. */
  events: Record<string, Record<string, unknown>>
}

/** What the gallery knows of a machine besides the machine itself; made by scripts/machines/sheets.ts. */
export type Sheet = {
  title: string
  id: string
  file: string
  /** From the comment above the machine. */
  description: string
  /** From the comments above its states, by the state's id. */
  notes: Record<string, string>
  arrows: Arrow[]
  drawing: Drawing
  samples: Samples
}

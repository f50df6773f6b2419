import type { ToolId } from '../../machines/tools/tool-launch.machine'
import type { Services } from '../app/services'

/** Returns a function that opens a tool under its configured name. */
export const toolOpener =
  ({ tools, config }: Services) =>
  (tool: ToolId) =>
    tools.open(tool, config.tools[tool].name)

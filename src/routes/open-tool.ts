import type { ToolId } from '../../machines/tools/tool-launch.machine'
import type { Services } from '../app/services'

/** Asks for a tool's window, under the name that the configuration gives the tool. */
export const toolOpener =
  ({ tools, config }: Services) =>
  (tool: ToolId) =>
    tools.open(tool, config.tools[tool].name)

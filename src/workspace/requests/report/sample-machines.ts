import type { ProductApi } from '../../../api/product'
import { addressOf, listedFiles } from './sample-files'

/** The API with the files of the sample report, which the site itself serves, so that a visitor can open them. */
export const withSampleFiles = (api: ProductApi): ProductApi => ({
  ...api,
  readFile: async (id, signal) => {
    const response = await fetch(addressOf(id), { signal, credentials: 'omit' })
    if (!response.ok)
      throw new Error(response.status === 404 ? 'the file was not found' : 'the server is not available')
    return response.blob()
  },
  listFiles: () => Promise.resolve({ files: listedFiles, total: listedFiles.length }),
})

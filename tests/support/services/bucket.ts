/** Temporary buckets for tests, on the S3 server at TEST_S3_URL. */
import { randomUUID } from 'node:crypto'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'

import { s3Credentials } from '../../../scripts/run/versitygw.mjs'
import { createS3Client } from '../../../server/storage/s3-storage'

export type TestBucket = {
  /** The settings of a server that uses the bucket. */
  env: Record<string, string>
  /** The keys of all objects. */
  keys(): Promise<string[]>
  drop(): Promise<void>
}

/** Creates an empty bucket on the server, by default the one at TEST_S3_URL; null if there is none. */
export async function createTestBucket(url = process.env['TEST_S3_URL']): Promise<TestBucket | null> {
  if (!url) return null
  const Bucket = `test-${randomUUID()}`
  const client = createS3Client({
    url,
    bucket: Bucket,
    region: 'us-east-1',
    credentials: s3Credentials,
    pathStyle: true,
  })
  await client.send(new CreateBucketCommand({ Bucket }))
  const keys = async () => {
    const found: string[] = []
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
      found.push(...Contents.map(({ Key = '' }) => Key))
    return found
  }
  return {
    env: {
      S3_URL: url,
      S3_BUCKET: Bucket,
      S3_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
    },
    keys,
    async drop() {
      for (const Key of await keys()) await client.send(new DeleteObjectCommand({ Bucket, Key }))
      await client.send(new DeleteBucketCommand({ Bucket }))
      client.destroy()
    },
  }
}

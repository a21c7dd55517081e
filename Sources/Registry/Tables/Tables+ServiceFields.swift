extension Tables {
    /// Fields of web services: webhooks, tracing, pagination, clouds, registries.
    static let serviceFieldRows = """
        Connect-Content-Encoding | Connect protocol | request response singleton unregistered
        the compression of the messages of a streaming RPC.
        Connect-Accept-Encoding | Connect protocol | request response list unregistered
        the message compressions that the sender can decode.
        X-Rate-Limit-Limit | not registered | response singleton unregistered
        the number of requests in the quota (a convention).
        webhook-id | Standard Webhooks | request singleton unregistered
        the ID of a webhook's message; a repeated delivery has the same ID.
        ! Process each ID only once: senders repeat a delivery that was not answered in time.
        webhook-timestamp | Standard Webhooks | request singleton unregistered
        the Unix time in seconds when the webhook was sent.
        ! Reject old times, or a recorded request can be sent again.
        webhook-signature | Standard Webhooks | request singleton unregistered
        signatures over the ID, time and body of the webhook, separated by spaces.
        > webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
        X-Hub-Signature | GitHub, WebSub | request singleton unregistered
        an HMAC over the webhook's body, with SHA-1; X-Hub-Signature-256 replaces it at GitHub.
        X-GitHub-Delivery | GitHub | request singleton unregistered
        the ID of a webhook's delivery.
        X-GitHub-Api-Version | GitHub | request singleton unregistered
        the date of the version of GitHub's API that the client uses.
        > X-GitHub-Api-Version: 2022-11-28
        X-GitHub-Media-Type | GitHub | response singleton unregistered
        the version and format of the response of GitHub's API.
        X-Gitlab-Event | GitLab | request singleton unregistered
        the event that a GitLab webhook reports.
        Stripe-Signature | Stripe | request singleton unregistered
        the time and signatures of a Stripe webhook.
        ! The signature covers the bytes as received; a framework that parses and writes the body again breaks it.
        > Stripe-Signature: t=1492774577,v1=5257a869e7ec
        X-Slack-Signature | Slack | request singleton unregistered
        an HMAC over the time and body of a request from Slack.
        X-Slack-Request-Timestamp | Slack | request singleton unregistered
        the Unix time of a request from Slack, part of its signature.
        X-Shopify-Hmac-Sha256 | Shopify | request singleton unregistered
        an HMAC over the body of a Shopify webhook, in base64.
        X-Twilio-Signature | Twilio | request singleton unregistered
        an HMAC over the URL and parameters of a request from Twilio.
        ! It covers the URL as Twilio called it; after a proxy, scheme and host may differ.
        X-B3-ParentSpanId | B3 propagation | request singleton unregistered
        the step of the trace that contains this step, in Zipkin's format.
        X-B3-Flags | B3 propagation | request singleton unregistered
        1 records the trace in any case, for debugging.
        uber-trace-id | Jaeger | request singleton unregistered
        trace, step, parent and flags in one field, in Jaeger's format.
        X-Cloud-Trace-Context | Google Cloud | request response singleton unregistered
        the trace of the request in Google Cloud: an ID, a slash and a step.
        X-Datadog-Trace-Id | Datadog | request singleton unregistered
        the trace of the request, for Datadog.
        X-Datadog-Parent-Id | Datadog | request singleton unregistered
        the step of the trace that sent the request, for Datadog.
        X-Datadog-Sampling-Priority | Datadog | request singleton unregistered
        whether Datadog keeps the trace: 1 and 2 keep it, 0 and -1 drop it.
        Request-Context | Microsoft Application Insights | request response singleton unregistered
        the application that sent the message, for Application Insights.
        newrelic | New Relic | request singleton unregistered
        the trace of the request, for New Relic; JSON in base64.
        X-Page | GitLab | response singleton unregistered
        the number of this page of results.
        X-Per-Page | GitLab | response singleton unregistered
        the number of items on each page.
        X-Total | GitLab | response singleton unregistered
        the number of items on all pages.
        X-Total-Pages | GitLab | response singleton unregistered
        the number of pages.
        X-Next-Page | GitLab | response singleton unregistered
        the number of the next page; empty on the last.
        X-Prev-Page | GitLab | response singleton unregistered
        the number of the previous page; empty on the first.
        X-Amz-Content-Sha256 | AWS Signature Version 4 | request singleton unregistered
        the SHA-256 of the body, or UNSIGNED-PAYLOAD.
        X-Amz-Id-2 | Amazon S3 | response singleton unregistered
        a second ID of the request at Amazon S3; quote it in reports.
        X-Amz-Version-Id | Amazon S3 | response singleton unregistered
        the version of the object, in a bucket with versions.
        X-Amz-Server-Side-Encryption | Amazon S3 | request response singleton unregistered
        how Amazon S3 encrypts the stored object: AES256 or aws:kms.
        X-Amz-Target | AWS JSON protocols | request singleton unregistered
        the operation of an AWS service that the request calls.
        > X-Amz-Target: DynamoDB_20120810.GetItem
        X-Amz-Expiration | Amazon S3 | response singleton unregistered
        when a rule deletes the object, and the name of the rule.
        X-Amz-Storage-Class | Amazon S3 | request response singleton unregistered
        the storage class of the object, for example STANDARD_IA.
        X-Amzn-ErrorType | AWS | response singleton unregistered
        the kind of error that an AWS service reports.
        X-Amz-Apigw-Id | Amazon API Gateway | response singleton unregistered
        API Gateway's ID of the request.
        X-Amz-Bucket-Region | Amazon S3 | response singleton unregistered
        the region of the bucket; a client in the wrong region repeats the request there.
        X-Goog-Hash | Google Cloud Storage | request response list unregistered
        checksums of the object: crc32c and md5, in base64.
        > X-Goog-Hash: crc32c=n03x6A==
        X-Goog-Generation | Google Cloud Storage | response singleton unregistered
        the version of the object's data.
        X-Goog-Storage-Class | Google Cloud Storage | response singleton unregistered
        the storage class of the object.
        X-Goog-User-Project | Google Cloud | request singleton unregistered
        the project that is billed for the request.
        X-Goog-Api-Client | Google API clients | request singleton unregistered
        the client libraries and their versions.
        X-Guploader-Uploadid | Google Cloud Storage | response singleton unregistered
        Google's ID of an upload or download; quote it in reports.
        x-ms-request-id | Microsoft Azure | response singleton unregistered
        Azure's ID of the request; quote it in reports.
        x-ms-version | Microsoft Azure Storage | request response singleton unregistered
        the version of Azure's interface, a date.
        x-ms-date | Microsoft Azure Storage | request singleton unregistered
        the time when the request was signed; it replaces Date, which scripts cannot set.
        x-ms-blob-type | Microsoft Azure Storage | request response singleton unregistered
        the kind of blob: BlockBlob, PageBlob or AppendBlob.
        ! Putting a blob without it fails with 400.
        x-ms-client-request-id | Microsoft Azure | request response singleton unregistered
        the client's ID of the request, for the service's logs.
        x-ms-correlation-request-id | Microsoft Azure | request response singleton unregistered
        an ID that all requests of one operation share.
        X-Azure-Ref | Azure Front Door | response singleton unregistered
        Azure Front Door's ID of the request; quote it in reports.
        X-MSEdge-Ref | Microsoft | response singleton unregistered
        Microsoft's edge network: its ID of the request.
        Docker-Content-Digest | OCI Distribution | response singleton unregistered
        the digest of the manifest or layer, for example of the tag that was requested.
        Docker-Distribution-Api-Version | Docker Registry | response singleton unregistered
        registry/2.0 at a registry of container images.
        Docker-Upload-UUID | Docker Registry | response singleton unregistered
        the registry's ID of an upload.
        OCI-Subject | OCI Distribution | response singleton unregistered
        the digest of the image that the uploaded manifest refers to.
        Anthropic-Version | Anthropic API | request singleton unregistered
        the version of Anthropic's API, a date.
        OpenAI-Organization | OpenAI API | request response singleton unregistered
        the organisation that is billed for the request.
        OpenAI-Processing-Ms | OpenAI API | response singleton unregistered
        how many milliseconds the service took.
        Mcp-Session-Id | Model Context Protocol | request response singleton unregistered
        the session of a client of the Model Context Protocol.
        ! A client that loses it gets 404 or 400, and has to initialise again.
        MCP-Protocol-Version | Model Context Protocol | request singleton unregistered
        the version of the Model Context Protocol, a date.
        X-PAYMENT | x402 | request singleton unregistered
        a payment for the request, in base64, after a 402.
        X-Idempotency-Key | not registered | request singleton unregistered
        the same as Idempotency-Key: a retry with the same key is executed once (a convention).
        Idempotency-Replayed | not registered | response singleton unregistered
        true if this response repeats that of an earlier request with the same key.
        X-Transaction-ID | not registered | request response singleton unregistered
        an ID of the operation that the request belongs to (a convention).
        """
}

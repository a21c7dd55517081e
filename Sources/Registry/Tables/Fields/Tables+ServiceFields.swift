extension Tables {
    /// Fields of web services: webhooks, tracing, pagination, clouds, registries.
    static let serviceFieldRows = """
        Connect-Content-Encoding | Connect protocol | request response singleton unregistered
        the compression of the messages of a streaming RPC.
        ! RPCs with one message use Content-Encoding instead.
        > Connect-Content-Encoding: gzip
        Connect-Accept-Encoding | Connect protocol | request response list unregistered
        the message compressions that the sender can decode.
        ! RPCs with one message use Accept-Encoding instead.
        > Connect-Accept-Encoding: gzip
        X-Rate-Limit-Limit | not registered | response singleton unregistered
        the number of requests in the quota (a convention).
        ! It does not say of which time window; services differ.
        > X-Rate-Limit-Limit: 900
        webhook-id | Standard Webhooks | request singleton unregistered
        the ID of a webhook's message; a repeated delivery has the same ID.
        ! Process each ID only once: senders repeat a delivery that was not answered in time.
        > webhook-id: msg_2KWPBgLlAfxdpx2AI54pPJ85f4W
        webhook-timestamp | Standard Webhooks | request singleton unregistered
        the Unix time in seconds when the webhook was sent.
        ! Reject old times, or a recorded request can be sent again.
        > webhook-timestamp: 1772366400
        webhook-signature | Standard Webhooks | request singleton unregistered
        signatures over the ID, time and body of the webhook, separated by spaces.
        ! While a key is replaced there are two signatures; one that matches is enough. Compare in constant time.
        > webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
        X-Hub-Signature | GitHub, WebSub | request singleton unregistered
        an HMAC over the webhook's body, with SHA-1; X-Hub-Signature-256 replaces it at GitHub.
        ! SHA-1 is weak: check X-Hub-Signature-256 where it is sent.
        > X-Hub-Signature: sha1=7d38cdd689735b008b3c702edd92eea23791c5f6
        X-GitHub-Delivery | GitHub | request singleton unregistered
        the ID of a webhook's delivery.
        ! A repeated delivery has the same ID: a receiver that does not remember it acts twice.
        > X-GitHub-Delivery: 72d3162e-cc78-11e3-81ab-4c9367dc0958
        X-GitHub-Api-Version | GitHub | request singleton unregistered
        the date of the version of GitHub's API that the client uses.
        ! A version that is no longer supported is answered with 400.
        > X-GitHub-Api-Version: 2022-11-28
        X-GitHub-Media-Type | GitHub | response singleton unregistered
        the version and format of the response of GitHub's API.
        ! It is GitHub's answer to Accept; unknown means that Accept named no type of GitHub's.
        > X-GitHub-Media-Type: github.v3; format=json
        X-Gitlab-Event | GitLab | request singleton unregistered
        the event that a GitLab webhook reports.
        ! A System Hook sends the kind of event only in the body.
        > X-Gitlab-Event: Push Hook
        Stripe-Signature | Stripe | request singleton unregistered
        the time and signatures of a Stripe webhook.
        ! The signature covers the bytes as received; a framework that parses and writes the body again breaks it.
        > Stripe-Signature: t=1492774577,v1=5257a869e7ec
        X-Slack-Signature | Slack | request singleton unregistered
        an HMAC over the time and body of a request from Slack.
        ! It is over v0, the time and the raw body, joined by colons. Of a body that was parsed and written again it
        differs.
        > X-Slack-Signature: v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503
        X-Slack-Request-Timestamp | Slack | request singleton unregistered
        the Unix time of a request from Slack, part of its signature.
        ! Without a check of its age (five minutes), a recorded request can be sent again.
        > X-Slack-Request-Timestamp: 1772366400
        X-Shopify-Hmac-Sha256 | Shopify | request singleton unregistered
        an HMAC over the body of a Shopify webhook, in base64.
        ! It is over the bytes as received. Of a body that was parsed and written again it differs.
        > X-Shopify-Hmac-Sha256: XWmrwMey6OsLMeiZKwP4FppHH3cmAiiJJAweH5Jo4bM=
        X-Twilio-Signature | Twilio | request singleton unregistered
        an HMAC over the URL and parameters of a request from Twilio.
        ! It covers the URL as Twilio called it; after a proxy, scheme and host may differ.
        > X-Twilio-Signature: 0/KCTR6DLpKmkAf8muzZqo1nDgQ=
        X-B3-ParentSpanId | B3 propagation | request singleton unregistered
        the step of the trace that contains this step, in Zipkin's format.
        ! The first step of a trace has none.
        > X-B3-ParentSpanId: 05e3ac9a4f6e3b90
        X-B3-Flags | B3 propagation | request singleton unregistered
        1 records the trace in any case, for debugging.
        ! A client could force recording with it: remove it at the edge.
        > X-B3-Flags: 1
        uber-trace-id | Jaeger | request singleton unregistered
        trace, step, parent and flags in one field, in Jaeger's format.
        ! Libraries of OpenTelemetry read it only if its propagator is switched on.
        > uber-trace-id: 4bf92f3577b34da6a3ce929d0e0e4736:00f067aa0ba902b7:0:1
        X-Cloud-Trace-Context | Google Cloud | request response singleton unregistered
        the trace of the request in Google Cloud: an ID, a slash and a step.
        ! The step is a decimal number, not hexadecimal as in Traceparent.
        > X-Cloud-Trace-Context: 105445aa7843bc8bf206b12000100000/1;o=1
        X-Datadog-Trace-Id | Datadog | request singleton unregistered
        the trace of the request, for Datadog.
        ! It has only the lower 64 bits, in decimal: the rest is in x-datadog-tags.
        > x-datadog-trace-id: 4902156785203840123
        X-Datadog-Parent-Id | Datadog | request singleton unregistered
        the step of the trace that sent the request, for Datadog.
        ! It is decimal; the same step is hexadecimal in Traceparent.
        > x-datadog-parent-id: 67667974448284343
        X-Datadog-Sampling-Priority | Datadog | request singleton unregistered
        whether Datadog keeps the trace: 1 and 2 keep it, 0 and -1 drop it.
        ! Services that do not pass it on decide again, so parts of the trace are missing.
        > x-datadog-sampling-priority: 1
        Request-Context | Microsoft Application Insights | request response singleton unregistered
        the application that sent the message, for Application Insights.
        ! A script of another origin reads it only if Access-Control-Expose-Headers names it; dependency maps then lack
        the page.
        > Request-Context: appId=cid-v1:7f3c2a90-5a1e-4d1b-9a0e-0c2b8f6d1e22
        newrelic | New Relic | request singleton unregistered
        the trace of the request, for New Relic; JSON in base64.
        ! It counts for the size of the request, and some servers refuse heads above 8 KiB.
        > newrelic: eyJ2IjpbMCwxXX0=
        X-Page | GitLab | response singleton unregistered
        the number of this page of results.
        ! Above 10,000 items GitLab leaves out the totals: follow Link with rel="next".
        > X-Page: 2
        X-Per-Page | GitLab | response singleton unregistered
        the number of items on each page.
        ! GitLab gives at most 100, whatever was requested.
        > X-Per-Page: 100
        X-Total | GitLab | response singleton unregistered
        the number of items on all pages.
        ! Above 10,000 items GitLab leaves it out.
        > X-Total: 1312
        X-Total-Pages | GitLab | response singleton unregistered
        the number of pages.
        ! Above 10,000 items GitLab leaves it out.
        > X-Total-Pages: 14
        X-Next-Page | GitLab | response singleton unregistered
        the number of the next page; empty on the last.
        ! It is empty on the last page, not missing.
        > X-Next-Page: 3
        X-Prev-Page | GitLab | response singleton unregistered
        the number of the previous page; empty on the first.
        ! It is empty on the first page, not missing.
        > X-Prev-Page: 1
        X-Amz-Content-Sha256 | AWS Signature Version 4 | request singleton unregistered
        the SHA-256 of the body, or UNSIGNED-PAYLOAD.
        ! Amazon S3 requires it. If it is not the hash of the body, the answer is 400 (XAmzContentSHA256Mismatch).
        > X-Amz-Content-Sha256: UNSIGNED-PAYLOAD
        X-Amz-Id-2 | Amazon S3 | response singleton unregistered
        a second ID of the request at Amazon S3; quote it in reports.
        ! Support at AWS needs X-Amz-Request-Id, too.
        > x-amz-id-2: Uuag1LuByRx9e6j5Onimru9pO4ZVKnJ2Qz7/C1NPcfTWAtRPfTaOFg==
        X-Amz-Version-Id | Amazon S3 | response singleton unregistered
        the version of the object, in a bucket with versions.
        ! null is the version of objects from before versions were switched on.
        > x-amz-version-id: 3HL4kqtJlcpXrof3vjVBH40Nrjfkd
        X-Amz-Server-Side-Encryption | Amazon S3 | request response singleton unregistered
        how Amazon S3 encrypts the stored object: AES256 or aws:kms.
        ! With aws:kms, a client that may read the object needs permission for the key, too.
        > x-amz-server-side-encryption: AES256
        X-Amz-Target | AWS JSON protocols | request singleton unregistered
        the operation of an AWS service that the request calls.
        ! An operation that the service does not know is answered with 400 (UnknownOperationException).
        > X-Amz-Target: DynamoDB_20120810.GetItem
        X-Amz-Expiration | Amazon S3 | response singleton unregistered
        when a rule deletes the object, and the name of the rule.
        ! It names the rule that applies now; the object stays if the rule is changed before.
        > x-amz-expiration: expiry-date="Fri, 21 Dec 2029 00:00:00 GMT", rule-id="old"
        X-Amz-Storage-Class | Amazon S3 | request response singleton unregistered
        the storage class of the object, for example STANDARD_IA.
        ! It is missing for STANDARD. An object in GLACIER must be restored before GET works.
        > x-amz-storage-class: STANDARD_IA
        X-Amzn-ErrorType | AWS | response singleton unregistered
        the kind of error that an AWS service reports.
        ! What is after a colon is a URL and no part of the name.
        > x-amzn-ErrorType: ValidationException
        X-Amz-Apigw-Id | Amazon API Gateway | response singleton unregistered
        API Gateway's ID of the request.
        ! The service's logs know X-Amzn-RequestId, not this one, unless both are logged.
        > x-amz-apigw-id: RRLXBFrEoEMF7Yw=
        X-Amz-Bucket-Region | Amazon S3 | response singleton unregistered
        the region of the bucket; a client in the wrong region repeats the request there.
        ! It comes with a 301 or 400, too; a client that ignores it fails with each request.
        > x-amz-bucket-region: eu-central-1
        X-Goog-Hash | Google Cloud Storage | request response list unregistered
        checksums of the object: crc32c and md5, in base64.
        ! Composite objects have no md5, only crc32c.
        > X-Goog-Hash: crc32c=n03x6A==
        X-Goog-Generation | Google Cloud Storage | response singleton unregistered
        the version of the object's data.
        ! It changes with the data, not with the metadata, whose number is X-Goog-Metageneration.
        > x-goog-generation: 1360887697105000
        X-Goog-Storage-Class | Google Cloud Storage | response singleton unregistered
        the storage class of the object.
        ! Early deletion of NEARLINE, COLDLINE and ARCHIVE costs as much as their minimum time.
        > x-goog-storage-class: NEARLINE
        X-Goog-User-Project | Google Cloud | request singleton unregistered
        the project that is billed for the request.
        ! The caller needs the permission serviceusage.services.use in that project; else the answer is 403.
        > X-Goog-User-Project: my-project
        X-Goog-Api-Client | Google API clients | request singleton unregistered
        the client libraries and their versions.
        ! It is for statistics; it changes nothing in the response.
        > x-goog-api-client: gl-python/3.12.1 grpc/1.62.0
        X-Guploader-Uploadid | Google Cloud Storage | response singleton unregistered
        Google's ID of an upload or download; quote it in reports.
        ! It is a long ID of one transfer, not of the object.
        > X-GUploader-UploadID: ABgVH8…
        x-ms-request-id | Microsoft Azure | response singleton unregistered
        Azure's ID of the request; quote it in reports.
        ! It is the ID of one attempt: a retry of the client's library has another one.
        > x-ms-request-id: 7f3c2a90-5a1e-4d1b-9a0e-0c2b8f6d1e22
        x-ms-version | Microsoft Azure Storage | request response singleton unregistered
        the version of Azure's interface, a date.
        ! Without it, anonymous requests get the oldest version, in which features are missing.
        > x-ms-version: 2024-11-04
        x-ms-date | Microsoft Azure Storage | request singleton unregistered
        the time when the request was signed; it replaces Date, which scripts cannot set.
        ! A clock that is wrong by more than 15 minutes is answered with 403 (AuthenticationFailed).
        > x-ms-date: Sun, 01 Mar 2026 12:00:00 GMT
        x-ms-blob-type | Microsoft Azure Storage | request response singleton unregistered
        the kind of blob: BlockBlob, PageBlob or AppendBlob.
        ! Putting a blob without it fails with 400.
        > x-ms-blob-type: BlockBlob
        x-ms-client-request-id | Microsoft Azure | request response singleton unregistered
        the client's ID of the request, for the service's logs.
        ! Azure Storage accepts at most 1,024 characters.
        > x-ms-client-request-id: 7f3c2a90-5a1e-4d1b-9a0e-0c2b8f6d1e22
        x-ms-correlation-request-id | Microsoft Azure | request response singleton unregistered
        an ID that all requests of one operation share.
        ! It is chosen by Azure Resource Manager if the client sends none, so log it from the response.
        > x-ms-correlation-request-id: 7f3c2a90-5a1e-4d1b-9a0e-0c2b8f6d1e22
        X-Azure-Ref | Azure Front Door | response singleton unregistered
        Azure Front Door's ID of the request; quote it in reports.
        ! It is the ID of one request; a cache hit has its own.
        > x-azure-ref: 20260301T120000Z-17c5b6f8d9e0
        X-MSEdge-Ref | Microsoft | response singleton unregistered
        Microsoft's edge network: its ID of the request.
        ! It is for support only.
        > X-MSEdge-Ref: Ref A: 3F8A1C Ref B: FRAEDGE1 Ref C: 2026-03-01T12:00:00Z
        Docker-Content-Digest | OCI Distribution | response singleton unregistered
        the digest of the manifest or layer, for example of the tag that was requested.
        ! It is the digest of the manifest as sent: of a list for several platforms it is not that of one image.
        > Docker-Content-Digest: sha256:6c3c624b58dbbcd3c0dd82b4c53f04194d1247c6eebdaab7c610cf7d66709b3b
        Docker-Distribution-Api-Version | Docker Registry | response singleton unregistered
        registry/2.0 at a registry of container images.
        ! Some clients take a server without it for no registry, also when it answers 401.
        > Docker-Distribution-Api-Version: registry/2.0
        Docker-Upload-UUID | Docker Registry | response singleton unregistered
        the registry's ID of an upload.
        ! Continue at the URL of Location, not at one made of this ID.
        > Docker-Upload-UUID: 7f3c2a90-5a1e-4d1b-9a0e-0c2b8f6d1e22
        OCI-Subject | OCI Distribution | response singleton unregistered
        the digest of the image that the uploaded manifest refers to.
        ! If it is missing, the registry does not know referrers, and the client has to push the list by itself.
        > OCI-Subject: sha256:6c3c624b58dbbcd3c0dd82b4c53f04194d1247c6eebdaab7c610cf7d66709b3b
        Anthropic-Version | Anthropic API | request singleton unregistered
        the version of Anthropic's API, a date.
        ! A request without it is answered with 400.
        > anthropic-version: 2023-06-01
        OpenAI-Organization | OpenAI API | request response singleton unregistered
        the organisation that is billed for the request.
        ! A key of several organisations uses the default one without it.
        > OpenAI-Organization: org-3f8a1c
        OpenAI-Processing-Ms | OpenAI API | response singleton unregistered
        how many milliseconds the service took.
        ! It has no network time in it, and the rest of a stream takes longer.
        > openai-processing-ms: 742
        Mcp-Session-Id | Model Context Protocol | request response singleton unregistered
        the session of a client of the Model Context Protocol.
        ! A client that loses it gets 404 or 400, and has to initialise again.
        > Mcp-Session-Id: 1868a90c-7f3c-4d1b-9a0e-0c2b8f6d1e22
        MCP-Protocol-Version | Model Context Protocol | request singleton unregistered
        the version of the Model Context Protocol, a date.
        ! Without it, a server assumes 2025-03-26; a version that it lacks is answered with 400.
        > MCP-Protocol-Version: 2025-06-18
        X-PAYMENT | x402 | request singleton unregistered
        a payment for the request, in base64, after a 402.
        ! A payment that is recorded before it is settled can be stolen: send it over https only.
        > X-PAYMENT: eyJ4NDAyVmVyc2lvbiI6MX0=
        X-Idempotency-Key | not registered | request singleton unregistered
        the same as Idempotency-Key: a retry with the same key is executed once (a convention).
        ! A server that does not know it executes each retry.
        > X-Idempotency-Key: 7f3c2a90-5a1e-4d1b-9a0e-0c2b8f6d1e22
        Idempotency-Replayed | not registered | response singleton unregistered
        true if this response repeats that of an earlier request with the same key.
        ! A repeated response may be hours old, and errors are repeated, too.
        > Idempotency-Replayed: true
        X-Transaction-ID | not registered | request response singleton unregistered
        an ID of the operation that the request belongs to (a convention).
        ! A client can send any value: limit its length before logging.
        > X-Transaction-ID: 7f3c2a90-5a1e-4d1b-9a0e-0c2b8f6d1e22
        """
}

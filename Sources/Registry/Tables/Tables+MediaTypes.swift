extension Tables {
    /// IANA, Media Types, those of common use.
    static let mediaTypeRows = """
        application/atom+xml | RFC 4287 |
        is a feed (Atom).
        application/cbor | RFC 8949 |
        is data in a compact binary form.
        application/dns-message | RFC 8484 |
        is a DNS query or response.
        application/geo+json | RFC 7946 |
        is geographic data, as JSON.
        application/graphql-response+json | GraphQL over HTTP | unregistered
        is the response to a GraphQL query.
        application/grpc | gRPC | unregistered
        is a gRPC message.
        ! A proxy that does not pass trailers on loses the status, and each RPC fails.
        application/gzip | RFC 6713 |
        is a gzip file; as a coding, gzip belongs in Content-Encoding.
        application/http | RFC 9112 §10.2 |
        is HTTP messages stored as content.
        application/java-archive | not registered |
        is a Java archive.
        application/javascript | RFC 9239 | obsolete
        is a script; use text/javascript instead.
        application/json | RFC 8259 |
        is JSON, always in UTF-8.
        ! A charset parameter has no effect; a body in another charset breaks clients.
        application/json-patch+json | RFC 6902 |
        is a list of changes to JSON, for PATCH.
        ! Sent as application/json, PATCH is refused with 415 or read as something else.
        application/json-seq | RFC 7464 |
        is a sequence of JSON texts.
        application/jwt | RFC 7519 |
        is a JSON Web Token.
        application/ld+json | JSON-LD 1.1 |
        is linked data, as JSON.
        application/manifest+json | W3C Web Application Manifest |
        describes how a page is installed as an application.
        application/merge-patch+json | RFC 7396 |
        is JSON to merge into the resource, for PATCH.
        ! null removes a member: a value of null cannot be set.
        application/mp4 | RFC 4337 |
        is MP4 that is neither audio nor video.
        application/msword | Microsoft Word |
        is a document of old versions of Word.
        application/oauth-authz-req+jwt | RFC 9101 |
        is an OAuth request in a token.
        application/octet-stream | RFC 2046 §4.5.1 |
        is bytes of unknown type; browsers save it.
        ! Browsers save it, whatever it is: a page or image needs its own type.
        application/ogg | RFC 5334 |
        is Ogg.
        application/pdf | RFC 8118 |
        is a PDF document.
        application/pgp-signature | RFC 3156 |
        is a PGP signature.
        application/problem+json | RFC 9457 |
        describes an error, as JSON.
        ! The status in it is only a copy: clients use that of the status line.
        application/problem+xml | RFC 9457 |
        describes an error, as XML.
        application/protobuf | draft-ietf-dispatch-mime-protobuf | provisional
        is a Protocol Buffers message.
        application/reports+json | W3C Reporting |
        is reports of a browser, as JSON.
        application/rss+xml | not registered | unregistered
        is a feed (RSS).
        application/rtf | Rich Text Format |
        is formatted text.
        application/soap+xml | RFC 3902 |
        is a SOAP message.
        application/sql | RFC 6922 |
        is SQL.
        application/vnd.api+json | JSON:API |
        is data of a JSON:API service.
        application/vnd.ms-excel | Microsoft Excel |
        is a spreadsheet of old versions of Excel.
        application/vnd.ms-powerpoint | Microsoft PowerPoint |
        is a presentation of old versions of PowerPoint.
        application/vnd.openxmlformats-officedocument.presentationml.presentation | ECMA-376 |
        is a PowerPoint presentation.
        application/vnd.openxmlformats-officedocument.spreadsheetml.sheet | ECMA-376 |
        is an Excel spreadsheet.
        application/vnd.openxmlformats-officedocument.wordprocessingml.document | ECMA-376 |
        is a Word document.
        application/vnd.oasis.opendocument.text | OpenDocument |
        is a text document of LibreOffice.
        application/wasm | WebAssembly |
        is a WebAssembly module.
        ! With another type, WebAssembly.instantiateStreaming fails.
        application/x-ndjson | not registered | unregistered
        is JSON, one text per line.
        ! A JSON parser fails at the second line: read line by line.
        application/x-protobuf | not registered | unregistered
        is a Protocol Buffers message.
        application/x-www-form-urlencoded | URL Standard |
        is form data, encoded like a query.
        ! JSON sent under this type, which curl -d sends by default, is read as one strange name.
        application/xhtml+xml | HTML Standard |
        is HTML written as XML.
        ! One mistake in the syntax shows an error in place of the page.
        application/xml | RFC 7303 |
        is XML.
        ! A parser that loads external entities can be made to read files.
        application/yaml | RFC 9512 |
        is YAML.
        application/zip | RFC 1951 |
        is a ZIP archive.
        application/zstd | RFC 8878 |
        is a Zstandard file.
        audio/aac | ISO/IEC 13818-7 |
        is AAC audio.
        audio/flac | RFC 9639 |
        is FLAC audio, compressed without loss.
        audio/mpeg | RFC 3003 |
        is MP3 audio.
        audio/mp4 | RFC 4337 |
        is MP4 with audio only.
        audio/ogg | RFC 5334 |
        is audio in Ogg.
        audio/opus | RFC 7587 |
        is Opus audio in packets.
        audio/wav | not registered | unregistered
        is uncompressed audio.
        audio/webm | not registered | unregistered
        is audio in WebM.
        font/collection | RFC 8081 |
        is a collection of fonts.
        font/otf | RFC 8081 |
        is an OpenType font.
        font/ttf | RFC 8081 |
        is a TrueType font.
        font/woff | RFC 8081 |
        is a compressed font.
        font/woff2 | RFC 8081 |
        is a font compressed with Brotli.
        ! Browsers load fonts of other origins only with CORS.
        image/apng | PNG Third Edition |
        is an animated image.
        image/avif | AVIF |
        is an image, compressed with AV1.
        image/bmp | RFC 7903 |
        is an uncompressed image.
        image/gif | RFC 2046 |
        is an image with few colours, or an animation.
        image/heic | ISO/IEC 23008-12 |
        is an image, as newer phones store it.
        image/jpeg | RFC 2046 |
        is an image, usually a photograph.
        image/jxl | ISO/IEC 18181-2 |
        is an image in JPEG XL.
        image/png | PNG Third Edition |
        is an image, compressed without loss.
        image/svg+xml | SVG 2 |
        is a vector image; it can contain scripts.
        ! Opened by itself, its scripts run in the site's origin: dangerous for uploads of users.
        image/tiff | RFC 3302 |
        is an image, often from a scanner.
        image/vnd.microsoft.icon | Microsoft ICO |
        is an icon.
        image/webp | RFC 9649 |
        is an image, compressed with VP8.
        image/x-icon | not registered | unregistered
        is an icon.
        ! The registered name is image/vnd.microsoft.icon; browsers read both.
        message/http | RFC 9112 §10.1 |
        is one HTTP message as content, for example the response to TRACE.
        message/rfc822 | RFC 2046 §5.2.1 |
        is an email.
        model/gltf-binary | glTF |
        is a 3D scene.
        multipart/alternative | RFC 2046 §5.1.4 |
        is the same content in several formats; the client shows one of them.
        multipart/byteranges | RFC 9110 §14.6 |
        is several parts of a resource, the response to Range.
        ! Only a response with several ranges has it: a client that asked for one gets the type of the file.
        multipart/form-data | RFC 7578 |
        is form data, with files.
        ! A client that writes the field itself forgets the boundary, and the server finds no parts.
        multipart/mixed | RFC 2046 §5.1.3 |
        is several parts in order.
        multipart/related | RFC 2387 |
        is several parts that belong together.
        multipart/x-mixed-replace | not registered | unregistered
        is a series of images that replace each other, for example from a camera.
        ! It never ends, so caches and filters that wait for the whole show nothing.
        text/calendar | RFC 5545 |
        is calendar entries.
        text/css | RFC 2318 |
        is a style sheet.
        ! With nosniff, a style sheet of another type is not loaded.
        text/csv | RFC 4180 |
        is a table with comma-separated values.
        ! A cell that begins with = is a formula in spreadsheets: escape what users write.
        text/event-stream | HTML Standard |
        is a stream of events for EventSource.
        ! A proxy that buffers or compresses it delays the events.
        text/html | HTML Standard |
        is a web page.
        ! Text of users in it can run as a script: text/plain cannot.
        text/javascript | RFC 9239 |
        is a script.
        ! With nosniff, a script of another type is not run.
        text/markdown | RFC 7763 |
        is Markdown.
        text/plain | RFC 2046 §4.1.3 |
        is plain text; without charset the standard says US-ASCII, but clients guess.
        ! Without nosniff, browsers may treat it as another type.
        text/vcard | RFC 6350 |
        is contacts.
        text/vtt | WebVTT |
        is subtitles.
        text/xml | RFC 7303 |
        is XML.
        video/mp2t | RFC 3555 |
        is a segment of a video stream.
        video/mp4 | RFC 4337 |
        is MP4 video.
        ! Safari plays it only from servers that answer Range with 206.
        video/mpeg | RFC 2046 |
        is MPEG video.
        video/ogg | RFC 5334 |
        is video in Ogg.
        video/quicktime | QuickTime |
        is video in Apple's QuickTime format.
        video/webm | WebM | unregistered
        is WebM video.
        application/vnd.apple.mpegurl | RFC 8216 |
        is the playlist of a stream (HLS).
        ! A cache that keeps a live playlist for too long stops the picture.
        application/dash+xml | ISO/IEC 23009-1 |
        is the list of segments of a stream (DASH).
        """
}

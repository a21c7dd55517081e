extension Tables {
    /// IANA, Media Types, those of common use.
    static let mediaTypeRows = """
        application/atom+xml | RFC 4287 |
        is a feed.
        application/cbor | RFC 8949 |
        is data in a compact binary form.
        application/dns-message | RFC 8484 |
        is a DNS question or answer.
        application/geo+json | RFC 7946 |
        is places and shapes, as JSON.
        application/graphql-response+json | GraphQL over HTTP | unregistered
        is the answer to a GraphQL query.
        application/grpc | gRPC | unregistered
        is a gRPC message.
        application/gzip | RFC 6713 |
        is a gzip file; as a coding it belongs into Content-Encoding.
        application/http | RFC 9112 §10.2 |
        is HTTP messages kept as content.
        application/java-archive | not registered |
        is a Java archive.
        application/javascript | RFC 9239 | obsolete
        is a script; text/javascript is the name to use.
        application/json | RFC 8259 |
        is JSON, always in UTF-8.
        application/json-patch+json | RFC 6902 |
        is a list of changes to JSON, for PATCH.
        application/json-seq | RFC 7464 |
        is a sequence of JSON texts.
        application/jwt | RFC 7519 |
        is a JSON Web Token.
        application/ld+json | JSON-LD 1.1 |
        is linked data, as JSON.
        application/manifest+json | W3C Web Application Manifest |
        tells how a page installs as an application.
        application/merge-patch+json | RFC 7396 |
        is JSON to be merged into what is there, for PATCH.
        application/mp4 | RFC 4337 |
        is MP4 without sound or picture that are named.
        application/msword | Microsoft Word |
        is a document of old versions of Word.
        application/oauth-authz-req+jwt | RFC 9101 |
        is an OAuth request in a token.
        application/octet-stream | RFC 2046 §4.5.1 |
        is bytes of which nothing more is said; browsers save it.
        application/ogg | RFC 5334 |
        is Ogg.
        application/pdf | RFC 8118 |
        is a PDF document.
        application/pgp-signature | RFC 3156 |
        is a PGP signature.
        application/problem+json | RFC 9457 |
        describes what went wrong with a request, as JSON.
        application/problem+xml | RFC 9457 |
        describes what went wrong with a request, as XML.
        application/protobuf | draft-ietf-dispatch-mime-protobuf | provisional
        is a message of Protocol Buffers.
        application/reports+json | W3C Reporting |
        is reports of a browser.
        application/rss+xml | not registered | unregistered
        is a feed.
        application/rtf | Rich Text Format |
        is text with layout.
        application/soap+xml | RFC 3902 |
        is a SOAP message.
        application/sql | RFC 6922 |
        is SQL.
        application/vnd.api+json | JSON:API |
        is an answer of an interface that keeps to JSON:API.
        application/vnd.ms-excel | Microsoft Excel |
        is a sheet of old versions of Excel.
        application/vnd.ms-powerpoint | Microsoft PowerPoint |
        is slides of old versions of PowerPoint.
        application/vnd.openxmlformats-officedocument.presentationml.presentation | ECMA-376 |
        is PowerPoint's slides.
        application/vnd.openxmlformats-officedocument.spreadsheetml.sheet | ECMA-376 |
        is an Excel sheet.
        application/vnd.openxmlformats-officedocument.wordprocessingml.document | ECMA-376 |
        is a Word document.
        application/vnd.oasis.opendocument.text | OpenDocument |
        is a text document of LibreOffice.
        application/wasm | WebAssembly |
        is a WebAssembly module.
        application/x-ndjson | not registered | unregistered
        is one JSON text a line.
        application/x-protobuf | not registered | unregistered
        is a message of Protocol Buffers.
        application/x-www-form-urlencoded | URL Standard |
        is a form's names and values, as in a query.
        application/xhtml+xml | HTML Standard |
        is HTML written as XML.
        application/xml | RFC 7303 |
        is XML.
        application/yaml | RFC 9512 |
        is YAML.
        application/zip | RFC 1951 |
        is a ZIP archive.
        application/zstd | RFC 8878 |
        is a Zstandard file.
        audio/aac | ISO/IEC 13818-7 |
        is sound.
        audio/flac | RFC 9639 |
        is sound without loss.
        audio/mpeg | RFC 3003 |
        is MP3 sound.
        audio/mp4 | RFC 4337 |
        is MP4 with sound alone.
        audio/ogg | RFC 5334 |
        is sound in Ogg.
        audio/opus | RFC 7587 |
        is Opus sound in packets.
        audio/wav | not registered | unregistered
        is sound without compression.
        audio/webm | not registered | unregistered
        is sound in WebM.
        font/collection | RFC 8081 |
        is several fonts.
        font/otf | RFC 8081 |
        is an OpenType font.
        font/ttf | RFC 8081 |
        is a TrueType font.
        font/woff | RFC 8081 |
        is a compressed font.
        font/woff2 | RFC 8081 |
        is a font compressed with Brotli.
        image/apng | PNG Third Edition |
        is a picture that moves.
        image/avif | AVIF |
        is a picture, small by AV1.
        image/bmp | RFC 7903 |
        is a picture without compression.
        image/gif | RFC 2046 |
        is a picture with few colours, or one that moves.
        image/heic | ISO/IEC 23008-12 |
        is a picture of newer telephones.
        image/jpeg | RFC 2046 |
        is a photograph.
        image/jxl | ISO/IEC 18181-2 |
        is a picture in JPEG XL.
        image/png | PNG Third Edition |
        is a picture without loss.
        image/svg+xml | SVG 2 |
        is a drawing; it may hold scripts.
        image/tiff | RFC 3302 |
        is a scanned picture.
        image/vnd.microsoft.icon | Microsoft ICO |
        is an icon.
        image/webp | RFC 9649 |
        is a picture, small by VP8.
        image/x-icon | not registered | unregistered
        is an icon.
        message/http | RFC 9112 §10.1 |
        is one HTTP message kept as content, as TRACE sends it back.
        message/rfc822 | RFC 2046 §5.2.1 |
        is a mail.
        model/gltf-binary | glTF |
        is a scene in three dimensions.
        multipart/alternative | RFC 2046 §5.1.4 |
        is the same in several forms, of which one is to be shown.
        multipart/byteranges | RFC 9110 §14.6 |
        is several parts of a resource, in answer to Range.
        multipart/form-data | RFC 7578 |
        is a form with files.
        multipart/mixed | RFC 2046 §5.1.3 |
        is several things in order.
        multipart/related | RFC 2387 |
        is several things that belong together.
        multipart/x-mixed-replace | not registered | unregistered
        is pictures that replace each other, as cameras send them.
        text/calendar | RFC 5545 |
        is calendar entries.
        text/css | RFC 2318 |
        is a style sheet.
        text/csv | RFC 4180 |
        is a table with commas.
        text/event-stream | HTML Standard |
        is events for EventSource, without end.
        text/html | HTML Standard |
        is a page.
        text/javascript | RFC 9239 |
        is a script.
        text/markdown | RFC 7763 |
        is Markdown.
        text/plain | RFC 2046 §4.1.3 |
        is plain text; without charset it is US-ASCII by the standard and a guess in practice.
        text/vcard | RFC 6350 |
        is contacts.
        text/vtt | WebVTT |
        is subtitles.
        text/xml | RFC 7303 |
        is XML.
        video/mp2t | RFC 3555 |
        is a piece of a stream.
        video/mp4 | RFC 4337 |
        is MP4 video.
        video/mpeg | RFC 2046 |
        is MPEG video.
        video/ogg | RFC 5334 |
        is video in Ogg.
        video/quicktime | QuickTime |
        is video of Apple's.
        video/webm | WebM | unregistered
        is WebM video.
        application/vnd.apple.mpegurl | RFC 8216 |
        is the list of pieces of a stream (HLS).
        application/dash+xml | ISO/IEC 23009-1 |
        is the list of pieces of a stream (DASH).
        """
}

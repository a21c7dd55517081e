extension Tables {
    /// Media types that are rarer, of IANA and in use.
    static let moreMediaTypeRows = """
        application/activity+json | ActivityStreams 2.0 |
        is activities of social networks, as JSON-LD.
        application/alps+json | draft-amundsen-richardson-foster-alps | unregistered
        describes the meaning of an interface's data, as JSON.
        application/alps+xml | draft-amundsen-richardson-foster-alps | unregistered
        describes the meaning of an interface's data, as XML.
        application/atomcat+xml | RFC 5023 |
        is a list of categories (Atom).
        application/atomsvc+xml | RFC 5023 |
        lists the collections that a client may change (Atom).
        application/avro | Apache Avro | unregistered
        is records with their schema, in binary form.
        application/connect+json | Connect protocol | unregistered
        is a stream of RPC messages, as JSON.
        application/connect+proto | Connect protocol | unregistered
        is a stream of RPC messages, as Protocol Buffers.
        application/cose | RFC 9052 |
        is a signed or encrypted object in CBOR.
        application/csp-report | Content Security Policy 3 §5 |
        is a browser's report of a violated Content-Security-Policy.
        application/cwt | RFC 8392 |
        is a token with claims, in CBOR.
        application/dicom | DICOM PS3.18 |
        is a medical image with its data.
        application/dicom+json | DICOM PS3.18 |
        is data about medical images, as JSON.
        application/ecmascript | RFC 9239 §6 | obsolete
        is a script; use text/javascript.
        application/fhir+json | HL7 FHIR |
        is health data, as JSON.
        application/fhir+xml | HL7 FHIR |
        is health data, as XML.
        application/geo+json-seq | RFC 8142 |
        is a sequence of geographic objects, as JSON.
        application/gpx+xml | GPX 1.1 | unregistered
        is routes and tracks of a GPS receiver.
        application/graphql | GraphQL over HTTP, older practice | unregistered
        is a GraphQL query as plain text; most servers now expect JSON.
        application/grpc+json | gRPC | unregistered
        is gRPC messages, as JSON.
        application/grpc+proto | gRPC | unregistered
        is gRPC messages, as Protocol Buffers.
        application/grpc-web | gRPC-Web | unregistered
        is gRPC messages for browsers, in binary form.
        application/grpc-web-text | gRPC-Web | unregistered
        is gRPC messages for browsers, in base64.
        application/hal+json | draft-kelly-json-hal | unregistered
        is JSON with links (HAL).
        application/hjson | hjson.github.io | unregistered
        is JSON with comments, written by people.
        application/importmap+json | HTML Standard | unregistered
        maps names of script modules to URLs.
        application/jose | RFC 7515 |
        is a signed or encrypted object in compact form.
        application/jose+json | RFC 7515 |
        is a signed or encrypted object, as JSON.
        application/jrd+json | RFC 7033 |
        is what WebFinger says about a person or thing.
        application/json5 | json5.org | unregistered
        is JSON with comments and unquoted names.
        application/jwk+json | RFC 7517 |
        is a key, as JSON.
        application/jwk-set+json | RFC 7517 |
        is a set of keys, as JSON.
        application/link-format | RFC 6690 |
        is a list of links of a small device.
        application/linkset | RFC 9264 |
        is a set of links, in the form of the Link field.
        application/linkset+json | RFC 9264 |
        is a set of links, as JSON.
        application/mathml+xml | MathML |
        is a formula, as XML.
        application/msgpack | MessagePack | unregistered
        is data in a compact binary form (MessagePack).
        application/n-quads | RDF 1.1 N-Quads |
        is linked data: statements in named graphs, one a line.
        application/n-triples | RDF 1.1 N-Triples |
        is linked data: statements, one a line.
        application/ocsp-request | RFC 6960 |
        asks whether a certificate was revoked.
        application/ocsp-response | RFC 6960 |
        says whether a certificate was revoked.
        application/offset+octet-stream | tus 1.0 | unregistered
        is a part of an upload with tus.
        application/openapi+json | draft-ietf-httpapi-rest-api-mediatypes | unregistered
        describes an interface (OpenAPI), as JSON.
        application/openapi+yaml | draft-ietf-httpapi-rest-api-mediatypes | unregistered
        describes an interface (OpenAPI), as YAML.
        application/opensearchdescription+xml | OpenSearch 1.1 | unregistered
        describes a site's search for browsers.
        application/partial-upload | draft-ietf-httpbis-resumable-upload | unregistered
        is a part of a resumable upload.
        application/pem-certificate-chain | RFC 8555 |
        is a certificate with its issuers, in PEM.
        application/pkcs10 | RFC 5967 |
        is a request for a certificate.
        application/pkcs7-mime | RFC 8551 |
        is a signed or encrypted message (S/MIME).
        application/pkix-cert | RFC 2585 |
        is a certificate in binary form.
        application/proto | Connect protocol | unregistered
        is an RPC message, as Protocol Buffers.
        application/rdf+xml | RFC 3870 |
        is linked data, as XML.
        application/schema+json | JSON Schema | unregistered
        describes the structure of JSON.
        application/scim+json | RFC 7644 |
        is users and groups for directories, as JSON.
        application/sdp | RFC 8866 |
        describes a media session.
        application/secevent+jwt | RFC 8417 |
        is a security event in a token.
        application/senml+json | RFC 8428 |
        is measurements of sensors, as JSON.
        application/signed-exchange | Web Packaging | unregistered
        is a signed response that any server can deliver.
        application/sparql-query | SPARQL 1.1 |
        is a query of linked data.
        application/sparql-results+json | SPARQL 1.1 |
        is the result of a query of linked data, as JSON.
        application/speculationrules+json | HTML Standard | unregistered
        lists pages to prefetch or prerender.
        application/timestamp-query | RFC 3161 |
        asks for a signed time.
        application/timestamp-reply | RFC 3161 |
        is a signed time.
        application/toml | toml.io |
        is a configuration file in TOML.
        application/trickle-ice-sdpfrag | RFC 8840 |
        is addresses of a peer for a media session.
        application/trig | RDF 1.1 TriG |
        is linked data in named graphs, as text.
        application/vnd.apache.arrow.stream | Apache Arrow |
        is a table by columns, as a stream.
        application/vnd.apache.parquet | Apache Parquet |
        is a table by columns, as a file.
        application/vnd.docker.distribution.manifest.v2+json | Docker Registry |
        lists the layers of a container image.
        application/vnd.git-lfs+json | Git LFS | unregistered
        is a message about large files of a Git repository.
        application/vnd.github+json | GitHub | unregistered
        is data of GitHub's API.
        application/vnd.google-earth.kml+xml | OGC KML |
        is places on a map (KML).
        application/vnd.mozilla.xul+xml | Mozilla XUL | obsolete
        is a user interface of old Mozilla programs.
        application/vnd.msgpack | MessagePack |
        is data in a compact binary form (MessagePack).
        application/vnd.oai.openapi | OpenAPI |
        describes an interface (OpenAPI).
        application/vnd.oci.image.index.v1+json | OCI image specification |
        lists variants of a container image, for example by processor.
        application/vnd.oci.image.manifest.v1+json | OCI image specification |
        lists the layers of a container image.
        application/vnd.pypi.simple.v1+json | PEP 691 | unregistered
        lists files of a Python package.
        application/vnd.rar | RAR |
        is a RAR archive.
        application/webbundle | Web Packaging | unregistered
        is several responses in one file.
        application/x-7z-compressed | not registered | unregistered
        is a 7z archive.
        application/x-amz-json-1.0 | AWS JSON protocols | unregistered
        is a call of an AWS service, as JSON.
        application/x-amz-json-1.1 | AWS JSON protocols | unregistered
        is a call of an AWS service, as JSON.
        application/x-apple-aspen-config | Apple | unregistered
        is a profile with settings for Apple devices.
        application/x-bzip2 | not registered | unregistered
        is a bzip2 file.
        application/x-git-upload-pack-request | Git | unregistered
        asks a Git server for objects: a fetch or clone.
        application/x-git-upload-pack-result | Git | unregistered
        is the objects that a Git client asked for.
        application/x-javascript | RFC 9239 §6 | obsolete
        is a script; use text/javascript.
        application/x-msgpack | not registered | unregistered
        is data in a compact binary form (MessagePack).
        application/x-pem-file | not registered | unregistered
        is a key or certificate in PEM.
        application/x-sh | not registered | unregistered
        is a shell script.
        application/x-shockwave-flash | Adobe Flash | unregistered
        is a Flash animation; browsers no longer play it.
        application/x-tar | not registered | unregistered
        is a tar archive.
        application/x-thrift | Apache Thrift | unregistered
        is a message of a Thrift RPC.
        application/x-x509-ca-cert | not registered | unregistered
        is a certificate to install; devices ask the user.
        application/x-xz | not registered | unregistered
        is an xz file.
        application/x-yaml | RFC 9512 §2.1 | unregistered
        is YAML; use application/yaml.
        application/xml-dtd | RFC 7303 |
        is a document type definition.
        application/xop+xml | XML-binary Optimized Packaging |
        is a SOAP message with its binary parts next to it.
        application/xslt+xml | XSLT 2.0 |
        is a transformation of XML.
        application/zlib | RFC 6713 |
        is data compressed with zlib.
        audio/midi | not registered | unregistered
        is notes of music (MIDI).
        audio/vnd.wave | RFC 2361 |
        is uncompressed audio; audio/wav is more common.
        audio/x-aac | not registered | unregistered
        is AAC audio; use audio/aac.
        audio/x-m4a | not registered | unregistered
        is MP4 with audio only; use audio/mp4.
        audio/x-wav | not registered | unregistered
        is uncompressed audio.
        image/heif | ISO/IEC 23008-12 |
        is an image or a series, as newer phones store it.
        image/jp2 | RFC 3745 |
        is an image in JPEG 2000.
        image/jpg | not registered | unregistered
        is an image in JPEG; use image/jpeg.
        image/ktx2 | Khronos KTX |
        is a texture for 3D graphics.
        image/vnd.adobe.photoshop | Adobe Photoshop |
        is an image with layers.
        image/x-xbitmap | not registered | unregistered
        is an image in black and white.
        message/bhttp | RFC 9292 |
        is one HTTP message in binary form.
        message/ohttp-req | RFC 9458 |
        is an encrypted request for an oblivious HTTP gateway.
        message/ohttp-res | RFC 9458 |
        is the encrypted response of an oblivious HTTP gateway.
        model/gltf+json | glTF |
        is a 3D scene, as JSON.
        model/obj | Wavefront OBJ |
        is a 3D model, as text.
        model/stl | STL |
        is a 3D model, for example for printing.
        multipart/encrypted | RFC 1847 |
        is an encrypted message with its control data.
        multipart/report | RFC 6522 |
        is a report about an email, for example that it was not delivered.
        multipart/signed | RFC 1847 |
        is a message with its signature.
        text/cache-manifest | HTML Standard, withdrawn | obsolete
        listed files for the former offline cache of browsers.
        text/ecmascript | RFC 9239 §6 | obsolete
        is a script; use text/javascript.
        text/json | RFC 9239 §6 | unregistered
        is JSON; use application/json.
        text/rtf | Rich Text Format |
        is formatted text.
        text/tab-separated-values | IANA Media Types |
        is a table with values separated by tabs.
        text/troff | RFC 4263 |
        is text for troff, such as a manual page.
        text/turtle | RDF 1.1 Turtle |
        is linked data, as text.
        text/uri-list | RFC 2483 |
        is a list of URLs, one a line.
        text/x-component | React Server Components | unregistered
        is the data of React's server components.
        text/x-javascript | RFC 9239 §6 | obsolete
        is a script; use text/javascript.
        text/x-yaml | RFC 9512 §2.1 | unregistered
        is YAML; use application/yaml.
        text/yaml | RFC 9512 §2.1 | unregistered
        is YAML; use application/yaml.
        video/3gpp | RFC 3839 |
        is video of older mobile phones.
        video/iso.segment | ISO/IEC 23009-1 |
        is a segment of an MP4 stream.
        video/vnd.mpeg.dash.mpd | ISO/IEC 23009-1 | unregistered
        is the list of segments of a stream; application/dash+xml is the registered type.
        video/x-flv | Adobe Flash | unregistered
        is video for Flash.
        video/x-matroska | Matroska | unregistered
        is video in Matroska (MKV).
        video/x-msvideo | not registered | unregistered
        is video in AVI.
        """
}

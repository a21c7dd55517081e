import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

extension FlowRecord {
    /// The full name of the type that one side's messages have in a schema: by the method that is called, else by what
    /// the content's type or a field says of it; nil when the schema has no such type.
    func protobufType(_ kind: MessageKind, in schema: ProtoSchema) -> String? {
        if let call, let type = schema.type(service: call.service, method: call.method, isRequest: kind == .request) {
            return type
        }
        guard let fields = fields(kind), let media = fields.first(.contentType).map({ MediaType($0) }) else {
            return nil
        }
        // Nobody has registered how a type is named; these are what servers write.
        let named =
            media.parameter("proto") ?? media.parameter("messagetype")
            ?? fields.first(named: "x-protobuf-message")
        return named.map(\.text).flatMap { schema.declares($0) ? $0 : nil }
    }

    /// A message of a call as fields; nil for all that is none, for what is coded or in JSON, and for what was not kept
    /// whole.
    package func protobuf(_ message: InnerMessage, in schema: ProtoSchema?) -> ProtobufMessage? {
        guard message.form == .call(isCoded: false), !message.isTruncated, callCodec(message.from) == .protobuf else {
            return nil
        }
        return ProtobufMessage(message.bytes, as: schema.flatMap { protobufType(message.from, in: $0) }, in: schema)
    }
}

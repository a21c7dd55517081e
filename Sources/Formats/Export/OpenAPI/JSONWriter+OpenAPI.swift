import Bytes
import Flow
import HTTPModel
import Registry

extension JSONWriter {
    mutating func path(_ path: ObservedPath) {
        beginObject()
        beginArray("servers")
        for server in path.servers.sorted() {
            beginObject()
            member("url", Bytes(server))
            endObject()
        }
        endArray()
        if !path.parameters.isEmpty {
            beginArray("parameters")
            for (name, values) in zip(path.parameters, path.values) {
                beginObject()
                member("name", Bytes(name))
                member("in", "path")
                member("required", true)
                beginObject("schema")
                member("type", Bytes(values.type))
                endObject()
                endObject()
            }
            endArray()
        }
        for (name, operation) in path.operations.sorted(by: { $0.key < $1.key }) {
            key(escaping: Bytes(name))
            self.operation(operation)
        }
        endObject()
    }

    private mutating func operation(_ operation: ObservedOperation) {
        beginObject()
        if !operation.query.isEmpty {
            beginArray("parameters")
            for (name, parameter) in operation.query.sorted(by: { $0.key < $1.key }) {
                beginObject()
                member("name", Bytes(name))
                member("in", "query")
                member("required", parameter.requests == operation.count)
                beginObject("schema")
                // OpenAPI 3.1 §4.8.12.2.2: in a query a list is its name several times.
                if parameter.isRepeated {
                    member("type", "array")
                    beginObject("items")
                }
                member("type", Bytes(parameter.type))
                if parameter.isRepeated { endObject() }
                endObject()
                endObject()
            }
            endArray()
        }
        let security = operation.security
        if !security.isEmpty {
            beginArray("security")
            // Any of them will do; an empty one says that none is needed (OpenAPI 3.1 §4.8.10).
            for schemes in security {
                beginObject()
                for scheme in schemes {
                    key(escaping: Bytes(scheme.name))
                    beginArray()
                    endArray()
                }
                endObject()
            }
            endArray()
        }
        if !operation.request.types.isEmpty {
            beginObject("requestBody")
            content(operation.request)
            endObject()
        }
        beginObject("responses")
        if operation.responses.isEmpty {
            beginObject("default")
            member("description", "No response was recorded.")
            endObject()
        }
        for (status, response) in operation.responses.sorted(by: { $0.key < $1.key }) {
            key(escaping: Bytes(String(status)))
            beginObject()
            member("description", Bytes(Vocabulary.statuses[status]?.name ?? "Status \(status)"))
            if !response.types.isEmpty { content(response) }
            endObject()
        }
        endObject()
        endObject()
    }

    private mutating func content(_ content: ObservedContent) {
        beginObject("content")
        for (type, schema) in content.types.sorted(by: { $0.key < $1.key }) {
            key(escaping: Bytes(type))
            beginObject()
            key("schema")
            self.schema(schema, depth: 0)
            endObject()
        }
        endObject()
    }

    private mutating func schema(_ schema: ObservedSchema?, depth: Int) {
        beginObject()
        guard let schema else { return endObject() }
        let types = schema.types.sorted()
        if types.count == 1 {
            member("type", Bytes(types[0]))
        } else if !types.isEmpty {
            beginArray("type")
            for type in types { string(type) }
            endArray()
        }
        if schema.isFile, schema.types == ["string"] { member("contentMediaType", "application/octet-stream") }
        if let items = schema.items.first {
            key("items")
            self.schema(items, depth: depth + 1)
        }
        if !schema.properties.isEmpty {
            let names = schema.properties.sorted { $0.key < $1.key }
            beginObject("properties")
            for (name, property) in names {
                key(escaping: Bytes(name))
                self.schema(property, depth: depth + 1)
            }
            endObject()
            let required = names.filter { $0.value.count == schema.objects }
            if !required.isEmpty {
                beginArray("required")
                for (name, _) in required { string(name) }
                endArray()
            }
        }
        endObject()
    }
}

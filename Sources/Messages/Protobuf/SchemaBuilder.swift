/// Turns what files declare into a schema: first all names, then what the references among them mean.
struct SchemaBuilder {
    private(set) var schema = ProtoSchema()
    /// Where each name was declared.
    private var homes: [String: String] = [:]

    mutating func declare(_ file: ProtoFile) throws(ProtoError) {
        for (message, place) in file.messages {
            try declare(message.name, file, place)
            schema.add(message)
        }
        for (enumeration, place) in file.enumerations {
            try declare(enumeration.name, file, place)
            schema.add(enumeration)
        }
    }

    private mutating func declare(_ name: String, _ file: ProtoFile, _ place: ProtoPlace) throws(ProtoError) {
        if let home = homes[name] {
            throw ProtoError(
                file: file.name, place: place,
                message: "\(name) is declared \(home == file.name ? "twice" : "in \(home) too")")
        }
        homes[name] = file.name
    }

    mutating func resolve(_ file: ProtoFile) throws(ProtoError) {
        for field in file.fields { try resolve(field, file) }
        for method in file.methods {
            let input = try message(method.input, file)
            let output = try message(method.output, file)
            schema.add(ProtoMethod(name: method.name, input: input, output: output), of: method.service)
        }
    }

    private mutating func resolve(_ field: ProtoFile.Field, _ file: ProtoFile) throws(ProtoError) {
        let home: String
        var name = field.name
        switch field.home {
        case .message(let message): home = message
        case .extended(let reference):
            home = try message(reference, file)
            name = "[\(name)]"
        }
        let kind: ProtoField.Kind
        switch field.kind {
        case .scalar(let scalar): kind = scalar
        case .group(let message): kind = .group(message)
        case .named(let reference):
            guard let type = find(reference) else { throw unknown(reference, file) }
            kind = schema.message(type) == nil ? .enumeration(type) : .message(type)
        }
        if let other = schema.message(home)?.fields[field.number] {
            throw ProtoError(
                file: file.name, place: field.place,
                message: "'\(other.name)' and '\(name)' of \(home) have the same number, \(field.number)")
        }
        schema.add(
            ProtoField(
                number: field.number, name: name, kind: kind, isRepeated: field.isRepeated, isMap: field.isMap,
                oneof: field.oneof), to: home)
    }

    private func message(_ reference: ProtoFile.Reference, _ file: ProtoFile) throws(ProtoError) -> String {
        guard let type = find(reference), schema.message(type) != nil else { throw unknown(reference, file) }
        return type
    }

    private func unknown(_ reference: ProtoFile.Reference, _ file: ProtoFile) -> ProtoError {
        ProtoError(
            file: file.name, place: reference.place,
            message: "no file declares the type '\(reference.name.prefix(100))'")
    }

    /// From the innermost scope outwards.
    private func find(_ reference: ProtoFile.Reference) -> String? {
        if reference.name.hasPrefix(".") {
            let name = String(reference.name.dropFirst())
            return homes[name] == nil ? nil : name
        }
        var scope = reference.scope[...]
        while true {
            let name = scope.isEmpty ? reference.name : "\(scope).\(reference.name)"
            if homes[name] != nil { return name }
            guard !scope.isEmpty else { return nil }
            scope = scope.lastIndex(of: ".").map { scope[..<$0] } ?? ""
        }
    }
}

export function open(){}
